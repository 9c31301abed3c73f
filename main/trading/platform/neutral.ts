/** The legacy calls as SOAP, with every credential in the call (SOAP-01). */
import { legacyHeader, platforms } from '../../../shared/connection/platforms.ts'
import { getPlatform } from '../../../shared/connection/profile.ts'
import { createErrorCatalog, type ErrorMeanings } from '../../http/failures.ts'
import { escapeXml } from '../../xml.ts'
import type { LegacyAdapter } from './adapter.ts'

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

/** ErrorCodes and what to do about each (SOAP-04). */
export const tradingErrors: ErrorMeanings = {
  21916667: {
    cause: 'The delivery address has an invalid form.',
    whatToDo: 'Check the spelling of the connection’s registered address.',
    topic: 'SOAP-04',
  },
  21916669: {
    cause: 'The address isn’t HTTPS.',
    whatToDo: 'Register an HTTPS address, such as that of a tunnel to this computer.',
    topic: 'SOAP-04',
  },
  21916672: {
    cause: 'The platform doesn’t support one of the chosen event types.',
    whatToDo: 'Deselect that event and set up instant alerts again.',
    topic: 'SOAP-04',
  },
  21916680: {
    cause: 'The platform registers no more addresses for you.',
    whatToDo: 'Remove one in your developer account, or use one that is registered already.',
    topic: 'SOAP-04',
  },
}

export const neutralAdapter: LegacyAdapter = {
  secrets: [
    ['appName', 'application name'],
    ['devName', 'developer name'],
    ['certName', 'certificate name'],
    ['userToken', 'user’s token for the trading service'],
  ],
  writeCall: ({ name, content, profile, secrets }) => {
    const { legacyNamespace, authTokenElement } = getPlatform(profile)
    const { appName = '', devName = '', certName = '', userToken = '' } = secrets
    const namespace = legacyNamespace === '' ? '' : ` xmlns="${escapeXml(legacyNamespace)}"`
    const token = `<${authTokenElement}>${escapeXml(userToken)}</${authTokenElement}>`
    const request = `<${name}Request${namespace}><RequesterCredentials>${token}</RequesterCredentials>${content}</${name}Request>`
    return {
      headers: {
        'Content-Type': 'text/xml; charset=utf-8',
        [legacyHeader(profile, 'CALL-NAME')]: name,
        [legacyHeader(profile, 'SITEID')]: profile.siteId,
        [legacyHeader(profile, 'COMPATIBILITY-LEVEL')]: profile.compatibilityLevel,
        [legacyHeader(profile, 'APP-NAME')]: appName,
        [legacyHeader(profile, 'DEV-NAME')]: devName,
        [legacyHeader(profile, 'CERT-NAME')]: certName,
      },
      credential: 'none',
      body: `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="${SOAP}"><soap:Body>${request}</soap:Body></soap:Envelope>`,
    }
  },
  settingsLevels: ['UserData'],
  // The token is the seller's own text.
  tokenErrors: [],
  errors: createErrorCatalog(platforms.neutral.name, tradingErrors),
}
