/**
 * Links that the system hands to this app: the end of a sign-in in the browser, and nothing else.
 *
 * SECURITY (Electron checklist 13, 15): any page can open such a link. It is read as data and can do one thing, hand a code
 * to the sign-in that the user began here; it must bear that sign-in's state, and is refused by it otherwise.
 */

/** A name of our own turned around, as RFC 8252 section 7.1 asks, so that no other app has it by chance. */
export const LINK_SCHEME = 'app.stallhand.desktop'

/** The redirect that a connection's profile names to be led back here. */
export const SIGN_IN_LINK = `${LINK_SCHEME}:/signed-in`

const LONGEST_LINK = 8_000

export const isLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)

/** The address to hand to the sign-in, or undefined where the link is none of ours. */
export const signInAddressOf = (link: string): string | undefined => {
  if (link.length > LONGEST_LINK || !isLink(link) || !URL.canParse(link)) return undefined
  const url = new URL(link)
  // Written with one slash or with two: the second makes the path a host.
  const place = `${url.host}${url.pathname}`.replace(/^\/+|\/+$/g, '')
  const { searchParams } = url
  if (place !== 'signed-in' || (searchParams.get('state') ?? '') === '') return undefined
  return searchParams.has('code') || searchParams.has('error') ? url.href : undefined
}

/** The link among the arguments of a start: Windows and Linux hand it over so. */
export const linkAmong = (argv: readonly string[]): string | undefined => argv.find(isLink)
