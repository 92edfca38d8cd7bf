/** What a program shows that catches nothing. */
import { guarantees } from "croupier-dp/accounting";

guarantees({ kind: "gaussian", noiseMultiplier: 1 }, { adjacency: "zero-out", delta: 2 });
