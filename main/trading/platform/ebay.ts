/** The legacy calls as eBay expects them: bare XML, with the seller's OAuth token in a header (PLT-19). */
import { legacyHeader, platforms } from '../../../shared/connection/platforms.ts'
import { getPlatform } from '../../../shared/connection/profile.ts'
import { createErrorCatalog } from '../../http/failures.ts'
import { escapeXml } from '../../xml.ts'
import type { LegacyAdapter } from './adapter.ts'

const signInAgain = 'Sign in again in Settings.'

export const ebayAdapter: LegacyAdapter = {
  secrets: [],
  writeCall: ({ name, content, profile }) => ({
    headers: {
      'Content-Type': 'text/xml; charset=utf-8',
      [legacyHeader(profile, 'CALL-NAME')]: name,
      [legacyHeader(profile, 'SITEID')]: profile.siteId,
      [legacyHeader(profile, 'COMPATIBILITY-LEVEL')]: profile.compatibilityLevel,
    },
    credential: 'user',
    tokenHeader: legacyHeader(profile, 'IAF-TOKEN'),
    body: `<?xml version="1.0" encoding="utf-8"?><${name}Request xmlns="${escapeXml(getPlatform(profile).legacyNamespace)}">${content}</${name}Request>`,
  }),
  settingsLevels: ['Application', 'User'],
  tokenErrors: [931, 932, 21916984, 21917053],
  errors: createErrorCatalog(platforms.ebay.name, {
    931: { cause: 'eBay doesn’t accept the sign-in.', whatToDo: signInAgain },
    932: { cause: 'The sign-in has expired.', whatToDo: signInAgain },
    21916984: { cause: 'eBay doesn’t accept the sign-in.', whatToDo: signInAgain },
    21917053: { cause: 'The sign-in has expired.', whatToDo: signInAgain },
  }),
}
