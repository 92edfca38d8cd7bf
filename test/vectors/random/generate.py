"""Reference words of seededSource, written a second time in Python. Run: python3 generate.py > seeded-source.json

The first case pins ChaCha20 to the keystream of RFC 8439, section 2.3.2; the second pins xoshiro128** to the state 1, 2, 3, 4.
"""

import json

MASK = 0xFFFFFFFF
NUMBER_SEED, TEXT_SEED, FORK, STREAM = 1, 2, 3, 4


def rotate(word, bits):
    return ((word << bits) | (word >> (32 - bits))) & MASK


def chacha20_block(key, tail):
    start = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4)] + key + tail
    s = start[:]

    def quarter(a, b, c, d):
        for x, y, z, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            s[x] = (s[x] + s[y]) & MASK
            s[z] = rotate(s[z] ^ s[x], bits)

    for _ in range(10):
        for column in range(4):
            quarter(column, column + 4, column + 8, column + 12)
        for column in range(4):
            quarter(column, (column + 1) % 4 + 4, (column + 2) % 4 + 8, (column + 3) % 4 + 12)
    return [(x + y) & MASK for x, y in zip(s, start)]


def xoshiro(state):
    s = state[:]
    while True:
        yield rotate(s[1] * 5 & MASK, 7) * 9 & MASK
        t = s[1] << 9 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 11)


def derive(key, purpose, label):
    return chacha20_block(key, [purpose, label & MASK, label >> 32, 0])[:8]


def key_of(seed):
    key = [0] * 8
    if isinstance(seed, int):
        return derive(key, NUMBER_SEED, seed)
    for sign in seed:
        key = derive(key, TEXT_SEED, ord(sign))
    return key


def words(seed, forks, count=6):
    key = key_of(seed)
    for label in forks:
        key = derive(key, FORK, label)
    stream = xoshiro(derive(key, STREAM, 0)[:4])
    return [next(stream) for _ in range(count)]


RFC_KEY = [int.from_bytes(bytes(range(i, i + 4)), "little") for i in range(0, 32, 4)]
RFC_BLOCK = chacha20_block(RFC_KEY, [1, 0x09000000, 0x4A000000, 0])
assert RFC_BLOCK[:4] == [0xE4E7F110, 0x15593BD1, 0x1FDD0F50, 0xC47120A3], "RFC 8439, section 2.3.2"

stream = xoshiro([1, 2, 3, 4])
cases = [
    {"seed": seed, "forks": forks, "words": words(seed, forks)}
    for seed, forks in [(0, []), (7, []), (2**53 - 1, []), ("", []), ("7", []), ("Würfel 🎲", []), (7, [0]), (7, [1]), (7, [1, 2]), (7, [2, 1]), ("run", [2**53 - 1])]
]
print(
    json.dumps(
        {
            "source": "RFC 8439 (ChaCha20); Blackman and Vigna (xoshiro128** 1.1); key tree as in seeded-source.ts",
            "command": "python3 generate.py > seeded-source.json",
            "digits": "exact 32-bit words",
            "chacha20": {"key": RFC_KEY, "input": [1, 0x09000000, 0x4A000000, 0], "block": RFC_BLOCK},
            "xoshiro128": {"state": [1, 2, 3, 4], "words": [next(stream) for _ in range(6)]},
            "cases": cases,
        },
        indent=1,
        ensure_ascii=False,
    )
)
