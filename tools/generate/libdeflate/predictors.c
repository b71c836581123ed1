/*
 * The filters of PNG (RFC 2083, section 6), undone row by row: a few lines, beside the module that compresses what comes out.
 * A file of pictures spends most of its time here.
 *
 * A row is read at `input` and written behind the row above it at `output`; both are those of segments.c. What a filter
 * adds is a byte modulo 256, so that vectors give the same bytes as one byte after the other.
 */
#include <wasm_simd128.h>

#include "lib/lib_common.h"

u8 *input_address(void);
u8 *output_address(void);

enum filter_type { NONE, SUB, UP, AVERAGE, PAETH };

#define VECTOR_BYTES 16
#define LONGEST_PIXEL 8

/* Where the last row was written. */
static const u8 *last_row;

static v128_t moved_up(v128_t bytes, int count)
{
	const v128_t places = wasm_i8x16_const(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);

	/* A place below zero is none, and gives zero. */
	return wasm_i8x16_swizzle(bytes, wasm_i8x16_sub(places, wasm_i8x16_splat(count)));
}

/* Whole pixels, as many as a vector holds, are summed up at once: each with its neighbours one, two, four and eight away. */
static void add_left(const u8 *from, u8 *to, size_t length, size_t pixel)
{
	const size_t group = VECTOR_BYTES - VECTOR_BYTES % pixel;
	u8 places[VECTOR_BYTES];
	v128_t left = wasm_i8x16_splat(0);
	v128_t last_pixel;
	size_t at = 0;

	for (size_t i = 0; i < VECTOR_BYTES; i++)
		places[i] = group - pixel + i % pixel;
	last_pixel = wasm_v128_load(places);
	for (; at + VECTOR_BYTES <= length; at += group) {
		v128_t sum = wasm_v128_load(from + at);

		for (size_t distance = pixel; distance < VECTOR_BYTES; distance *= 2)
			sum = wasm_i8x16_add(sum, moved_up(sum, distance));
		sum = wasm_i8x16_add(sum, left);
		wasm_v128_store(to + at, sum);
		left = wasm_i8x16_swizzle(sum, last_pixel);
	}
	for (; at < length; at++)
		to[at] = from[at] + (at < pixel ? 0 : to[at - pixel]);
}

static void add_up(const u8 *from, const u8 *above, u8 *to, size_t length)
{
	size_t at = 0;

	for (; at + VECTOR_BYTES <= length; at += VECTOR_BYTES)
		wasm_v128_store(to + at, wasm_i8x16_add(wasm_v128_load(from + at), wasm_v128_load(above + at)));
	for (; at < length; at++)
		to[at] = from[at] + above[at];
}

static forceinline void add_average(const u8 *from, const u8 *above, u8 *to, size_t length, size_t pixel)
{
	for (size_t at = 0; at < length && at < pixel; at++)
		to[at] = from[at] + (above[at] >> 1);
	for (size_t at = pixel; at < length; at++)
		to[at] = from[at] + ((to[at - pixel] + above[at]) >> 1);
}

static forceinline int distance_of(int a, int b)
{
	return a < b ? b - a : a - b;
}

static forceinline int paeth(int left, int up, int up_left)
{
	const int to_left = distance_of(up, up_left);
	const int to_up = distance_of(left, up_left);
	const int to_up_left = distance_of(left + up, 2 * up_left);

	if (to_left <= to_up && to_left <= to_up_left)
		return left;
	return to_up <= to_up_left ? up : up_left;
}

static forceinline void add_paeth(const u8 *from, const u8 *above, u8 *to, size_t length, size_t pixel)
{
	for (size_t at = 0; at < length && at < pixel; at++)
		to[at] = from[at] + above[at];
	for (size_t at = pixel; at < length; at++)
		to[at] = from[at] + paeth(to[at - pixel], above[at], above[at - pixel]);
}

/* The usual pixels get loops of their own, in which the distance to the left is known. */
#define FOR_PIXEL(add)                                           \
	switch (pixel) {                                         \
	case 1: add(from, above, to, length, 1); break;          \
	case 3: add(from, above, to, length, 3); break;          \
	case 4: add(from, above, to, length, 4); break;          \
	default: add(from, above, to, length, pixel);            \
	}

static bool undo_row(u8 type, const u8 *from, const u8 *above, u8 *to, size_t length, size_t pixel)
{
	switch (type) {
	case SUB:
		add_left(from, to, length, pixel);
		break;
	case UP:
		add_up(from, above, to, length);
		break;
	case AVERAGE:
		FOR_PIXEL(add_average);
		break;
	case PAETH:
		FOR_PIXEL(add_paeth);
		break;
	default:
		memcpy(to, from, length);
	}
	return type <= PAETH;
}

__attribute__((export_name("longestPixel"))) size_t longest_pixel(void)
{
	return LONGEST_PIXEL;
}

/*
 * Undoes the rows in the first bytes of the input, each behind the number of its filter; the last may be cut short. They
 * are written behind the row above the first, which takes `row_size` bytes of the output. Returns whether all filters are
 * known; the bytes of others are kept.
 */
__attribute__((export_name("undoPng"))) bool undo_png(size_t size, size_t row_size, size_t pixel, bool is_first)
{
	const u8 *from = input_address();
	const u8 *const end = from + size;
	u8 *above = output_address();
	bool is_known = true;

	if (is_first)
		memset(above, 0, row_size);
	else
		memmove(above, last_row, row_size);
	while (from < end) {
		const u8 type = *from++;
		const size_t length = MIN(row_size, (size_t)(end - from));

		is_known &= undo_row(type, from, above, above + row_size, length, pixel);
		from += length;
		above += row_size;
	}
	last_row = above;
	return is_known;
}
