/**
 * Links that open this app, used to complete a sign-in in the browser.
 *
 * SECURITY (Electron checklist 13, 15): any page can open such a link. It can only pass a code to the sign-in that the
 * user started here, which refuses a wrong state.
 */

/** A reversed domain name (https://www.rfc-editor.org/rfc/rfc8252#section-7.1). */
export const LINK_SCHEME = 'app.stallhand.desktop'

/** The redirect address in a profile that uses links. */
export const SIGN_IN_LINK = `${LINK_SCHEME}:/signed-in`

const MAX_LINK_LENGTH = 8_000

export const isLink = (argument: string): boolean => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)

/** Returns the address to pass to the sign-in; undefined for any other link. */
export const parseSignInLink = (link: string): string | undefined => {
  if (link.length > MAX_LINK_LENGTH || !isLink(link) || !URL.canParse(link)) return undefined
  const url = new URL(link)
  // After two slashes, the first part of the path is parsed as a host.
  const path = `${url.host}${url.pathname}`.replace(/^\/+|\/+$/g, '')
  const { searchParams } = url
  if (path !== 'signed-in' || (searchParams.get('state') ?? '') === '') return undefined
  return searchParams.has('code') || searchParams.has('error') ? url.href : undefined
}

/** Windows and Linux pass a link as an argument. */
export const findLink = (argv: readonly string[]): string | undefined => argv.find(isLink)
