/** Profiles stored before platforms were data: `platform` was then an object. */
import * as z from 'zod'
import { type Environment, platforms } from '../../shared/connection/platforms.ts'

const oldProfileSchema = z.looseObject({
  kind: z.string(),
  baseUrl: z.string().optional(),
  oauth: z.looseObject({}).optional(),
  platform: z.looseObject({
    upper: z.string().optional(),
    graphqlPath: z.string().optional(),
    bulkPath: z.string().optional(),
  }),
})

const toOrigin = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined

/**
 * Converts a stored profile to the current form; returns anything else unchanged. A profile with eBay's own host gets
 * the built-in addresses and scopes, since its own could not work: the sign-in page and the scopes were derived from
 * the wrong host. Its secrets stay, because their hosts do.
 */
export const upgradeProfile = (entry: unknown): unknown => {
  const parsed = oldProfileSchema.safeParse(entry)
  if (!parsed.success) return entry
  const { platform, ...profile } = parsed.data
  const { baseUrl, tradingEndpoint: _, scopes: _scopes, mapping: _mapping, oauth, ...rest } = profile
  const builtIn = platforms.ebay.environments?.[profile.kind as Environment]
  if (builtIn !== undefined && toOrigin(baseUrl) === toOrigin(builtIn.baseUrl)) {
    const { authorizeUrl: _authorize, tokenUrl: _token, ...client } = oauth ?? {}
    return { ...rest, platform: 'ebay', ...(oauth === undefined ? {} : { oauth: client }) }
  }
  const { upper, graphqlPath, bulkPath } = platform
  return {
    ...profile,
    ...(upper === undefined ? {} : { headerWord: upper }),
    ...(graphqlPath === undefined || baseUrl === undefined ? {} : { graphqlUrl: `${baseUrl}${graphqlPath}` }),
    ...(bulkPath === undefined ? {} : { bulkPath }),
  }
}
