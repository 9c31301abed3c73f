/** The bytes of a file, or of a part of one, as base64. Rejects if it can't be read. */
export const readBase64 = async (file: Blob): Promise<string> => {
  try {
    return new Uint8Array(await file.arrayBuffer()).toBase64()
  } catch {
    throw new Error('The file cannot be read. Check that it still exists, then try again.')
  }
}
