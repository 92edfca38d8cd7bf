/** The PostgreSQL that tests and benchmarks start. */
export { startPostgres, type TestPostgres } from "../../../apps/server/bench/start-postgres.js";
