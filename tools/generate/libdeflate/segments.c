/*
 * Deflate in a zlib container (RFC 1951, RFC 1950) of data of any length, in a memory that never grows.
 *
 * libdeflate compresses a buffer as a whole: its memory would be twice as large as the largest stream. Here it is given
 * one segment after the other, and their blocks are written one behind the other into one stream. No match reaches back
 * into the segment before. Data of one segment become what libdeflate_zlib_compress makes of them.
 *
 * The bytes that come out depend on nothing but the bytes that went in: each segment starts with empty tables.
 */

/* Whether this segment has the last block; segments.patch makes deflate_compress_lazy ask it. */
static _Bool is_last_segment;

#include "lib/deflate_compress.c"
#include "libdeflate.h"

#define LEVEL 6
#define SEGMENT_BYTES (1u << 20)

/* What libdeflate_deflate_compress_bound says of a segment. */
#define BOUND (SEGMENT_BYTES + 5 * DIV_ROUND_UP(SEGMENT_BYTES, MIN_BLOCK_LENGTH))
/* Header, checksum, and the bits that the segment before left. */
#define CONTAINER_BYTES 8

/* RFC 1950, 2.2: deflate with a window of 32 KB, default level. */
static const u8 header[] = { 0x78, 0x9C };

static u8 input[SEGMENT_BYTES];
static u8 output[BOUND + CONTAINER_BYTES];
static u8 memory[1 << 20];

static struct libdeflate_compressor *compressor;
static struct deflate_output_bitstream bits;
static u32 checksum;

/* The one piece of memory that libdeflate asks for. */
static void *memory_of(size_t size)
{
	if (size > sizeof(memory))
		__builtin_trap();
	return memory;
}

static void keep_memory(void *unused)
{
	(void)unused;
}

__attribute__((export_name("segmentBytes"))) size_t segment_bytes(void)
{
	return SEGMENT_BYTES;
}

__attribute__((export_name("inputAddress"))) u8 *input_address(void)
{
	return input;
}

__attribute__((export_name("outputAddress"))) u8 *output_address(void)
{
	return output;
}

static void compress_blocks(size_t size, bool is_first, bool is_last)
{
	if (is_first && is_last && size <= compressor->max_passthrough_size) {
		bits.next += deflate_compress_none(input, size, bits.next, bits.end - bits.next);
		return;
	}
	is_last_segment = is_last;
	compressor->impl(compressor, input, size, &bits);
	if (bits.overflow)
		__builtin_trap();
	if (is_last && bits.bitcount > 0)
		*bits.next++ = bits.bitbuf;
}

/*
 * Compresses the first bytes of the input, at most SEGMENT_BYTES, and none only when there are none at all. Returns how
 * many bytes are in the output: they go behind those of the segments before.
 */
__attribute__((export_name("compressSegment"))) size_t compress_segment(size_t size, bool is_first, bool is_last)
{
	bits.next = output;
	bits.end = output + sizeof(output) - sizeof(checksum);
	bits.overflow = false;
	if (is_first) {
		const struct libdeflate_options options = {
			.sizeof_options = sizeof(options),
			.malloc_func = memory_of,
			.free_func = keep_memory,
		};

		if (!compressor)
			compressor = libdeflate_alloc_compressor_ex(LEVEL, &options);
		bits.bitbuf = 0;
		bits.bitcount = 0;
		checksum = libdeflate_adler32(0, NULL, 0);
		*bits.next++ = header[0];
		*bits.next++ = header[1];
	}
	checksum = libdeflate_adler32(checksum, input, size);
	compress_blocks(size, is_first, is_last);
	if (is_last) {
		put_unaligned_be32(checksum, bits.next);
		bits.next += sizeof(checksum);
	}
	return bits.next - output;
}
