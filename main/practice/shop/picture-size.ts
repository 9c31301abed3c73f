/** The size in pixels of an uploaded picture: PNG, GIF and JPEG. */

type Size = { readonly width: number; readonly height: number }

/** JPEG: the size is in the first start-of-frame segment. */
const readJpegSize = (bytes: Buffer): Size | undefined => {
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (bytes[at] !== 0xff) return undefined
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** Undefined if the file is too short or of another type. */
export const readPictureSize = (bytes: Buffer): Size | undefined => {
  if (bytes.length < 24) return undefined
  if (bytes[0] === 0x89) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes[0] === 0x47) return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  return bytes[0] === 0xff ? readJpegSize(bytes) : undefined
}
