/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SHA-256 after FIPS 180-4; the names of variables are those of the standard. */
#include "config.h"

#include "base/sha256.h"

#include <stdint.h>
#include <string.h>

#define BLOCK_BYTES 64
#define HASH_WORDS  8

/* FIPS 180-4, 4.2.2: from the cube roots of the first 64 primes. */
static const uint32_t k[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
	0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
	0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
	0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
	0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
	0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
	0xc67178f2,
};

static uint32_t rotate_right(uint32_t x, unsigned int n)
{
	return x >> n | x << (32 - n);
}

static uint32_t read_word(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
	       (uint32_t)bytes[3];
}

static void expand(const unsigned char block[BLOCK_BYTES], uint32_t w[64])
{
	for (size_t t = 0; t < 16; t++)
		w[t] = read_word(block + 4 * t);
	for (size_t t = 16; t < 64; t++) {
		uint32_t a = w[t - 15];
		uint32_t b = w[t - 2];
		uint32_t sigma0 = rotate_right(a, 7) ^ rotate_right(a, 18) ^ a >> 3;
		uint32_t sigma1 = rotate_right(b, 17) ^ rotate_right(b, 19) ^ b >> 10;

		w[t] = sigma1 + w[t - 7] + sigma0 + w[t - 16];
	}
}

static void hash_block(uint32_t hash[HASH_WORDS], const unsigned char block[BLOCK_BYTES])
{
	uint32_t w[64];
	uint32_t v[HASH_WORDS]; /* a to h */

	expand(block, w);
	memcpy(v, hash, sizeof(v));
	for (size_t t = 0; t < 64; t++) {
		uint32_t sum0 =
			rotate_right(v[0], 2) ^ rotate_right(v[0], 13) ^ rotate_right(v[0], 22);
		uint32_t sum1 =
			rotate_right(v[4], 6) ^ rotate_right(v[4], 11) ^ rotate_right(v[4], 25);
		uint32_t ch = (v[4] & v[5]) ^ (~v[4] & v[6]);
		uint32_t maj = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
		uint32_t t1 = v[7] + sum1 + ch + k[t] + w[t];

		memmove(v + 1, v, 7 * sizeof(v[0]));
		v[4] += t1;
		v[0] = t1 + sum0 + maj;
	}
	for (size_t i = 0; i < HASH_WORDS; i++)
		hash[i] += v[i];
}

/* The rest of the message, a one bit, zeros, and the length in bits: one or two blocks. */
static void hash_end(uint32_t hash[HASH_WORDS], struct span rest, uint64_t total_bytes)
{
	unsigned char blocks[2 * BLOCK_BYTES] = { 0 };
	size_t size = rest.length + 1 + 8 <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
	uint64_t bits = total_bytes * 8;

	if (rest.length > 0)
		memcpy(blocks, rest.bytes, rest.length);
	blocks[rest.length] = 0x80;
	for (size_t i = 0; i < 8; i++)
		blocks[size - 1 - i] = (unsigned char)(bits >> (8 * i));
	for (size_t at = 0; at < size; at += BLOCK_BYTES)
		hash_block(hash, blocks + at);
}

void sha256_hex(struct span bytes, char ret_hex[SHA256_HEX_SIZE])
{
	static const char digits[] = "0123456789abcdef";
	/* FIPS 180-4, 5.3.3: from the square roots of the first 8 primes. */
	uint32_t hash[HASH_WORDS] = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	};
	struct span rest = bytes;

	while (rest.length >= BLOCK_BYTES) {
		hash_block(hash, (const unsigned char *)rest.bytes);
		rest.bytes += BLOCK_BYTES;
		rest.length -= BLOCK_BYTES;
	}
	hash_end(hash, rest, bytes.length);
	for (size_t i = 0; i < SHA256_HEX_SIZE - 1; i++)
		ret_hex[i] = digits[hash[i / 8] >> (28 - 4 * (i % 8)) & 0xf];
	ret_hex[SHA256_HEX_SIZE - 1] = '\0';
}
