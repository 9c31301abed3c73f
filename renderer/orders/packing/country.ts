/** Names of countries, in the window's language. */
const names = new Intl.DisplayNames('en', { type: 'region' })

/** `Netherlands` for `NL`; the code itself if it is none. */
export const regionLabel = (code: string): string => {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
