/** The weights of trainings, which the shuffler serves by their hash. */
export const WEIGHTS_TABLE = `
CREATE TABLE croupier_weights (
  study text NOT NULL, sha256 text NOT NULL, bytes bytea NOT NULL,
  PRIMARY KEY (study, sha256));
`;
