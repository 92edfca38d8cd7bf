/**
 * Unicode's white space, as Rust has it: with U+0085, without U+FEFF, which JavaScript's \s takes for such.
 */
export const WHITE_SPACE = "\\p{White_Space}";

/** What BERT takes for punctuation: Unicode's, and all of ASCII that is no letter, digit or space. */
export const PUNCTUATION = "\\p{P}\\u0021-\\u002F\\u003A-\\u0040\\u005B-\\u0060\\u007B-\\u007E";

/** Unicode's characters of words: letters, marks, decimal digits, connectors and joiners. */
export const WORD = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}";
