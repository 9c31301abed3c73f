/**
 * Reads files that the seller chose. Each function rejects with a sentence for the seller if the file can't be read.
 */

const readBytes = async (file: Blob): Promise<Uint8Array<ArrayBuffer>> => {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    throw new Error('The file can’t be read. Check that it still exists, then try again.')
  }
}

/** The bytes of a file, or of a part of one, as base64. */
export const readBase64 = async (file: Blob): Promise<string> => (await readBytes(file)).toBase64()

/** The encoding shown by the byte-order mark; UTF-8 without one. */
const findEncoding = ([first, second]: Uint8Array): string => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/**
 * The text of a file in UTF-8, or in UTF-16 with a byte-order mark. Other encodings aren't guessed: wrong letters would
 * get into items.
 */
export const readText = async (file: Blob): Promise<string> => {
  const bytes = await readBytes(file)
  try {
    return new TextDecoder(findEncoding(bytes), { fatal: true }).decode(bytes)
  } catch {
    throw new Error(
      'This file can’t be read because it isn’t in UTF-8. Save it as “CSV UTF-8” in your spreadsheet, then choose it again.',
    )
  }
}
