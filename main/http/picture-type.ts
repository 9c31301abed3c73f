/**
 * Detects a picture's type by its bytes, because a name or a header can be wrong. Excludes SVG, which can run scripts.
 */

const hasAscii = (bytes: Uint8Array, text: string, at = 0): boolean =>
  [...text].every((char, index) => bytes[at + index] === char.charCodeAt(0))

/** The media type by the first bytes; undefined unless it is one of the four allowed types. */
export const detectPictureType = (bytes: Uint8Array): string | undefined => {
  if (hasAscii(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (hasAscii(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (hasAscii(bytes, 'GIF87a') || hasAscii(bytes, 'GIF89a')) return 'image/gif'
  if (hasAscii(bytes, 'RIFF') && hasAscii(bytes, 'WEBP', 8)) return 'image/webp'
  return undefined
}
