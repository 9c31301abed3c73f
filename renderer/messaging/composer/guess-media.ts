/** Guesses what an attachment is from its address, so that the seller only corrects it. */

/** A Map, because the address may end in any word, and a plain object knows `constructor`. */
const typesByExtension: ReadonlyMap<string, string> = new Map([
  ['pdf', 'PDF'],
  ['txt', 'TXT'],
  ['doc', 'DOC'],
  ['docx', 'DOC'],
])

/** Returns the name and the type of an attachment; an unknown extension counts as a picture. */
export const guessMedia = (mediaUrl: string): { readonly mediaName: string; readonly mediaType: string } => {
  const mediaName = URL.canParse(mediaUrl) ? (new URL(mediaUrl).pathname.split('/').at(-1) ?? '') : ''
  const extension = /\.([a-z0-9]+)$/i.exec(mediaName)?.[1]?.toLowerCase() ?? ''
  return { mediaName, mediaType: typesByExtension.get(extension) ?? 'IMAGE' }
}
