#!/usr/bin/env node
import "../dist/croupier-server.js";
