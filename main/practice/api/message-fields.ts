/** Reads the fields of a call to the conversation service, and refuses the wrong ones as each platform does. */
import { isObject } from '../json-body.ts'
import type { ConversationType } from '../shop/conversations.ts'
import type { StoredMessage } from '../shop/records.ts'
import type { Practice } from '../shop/shop-state.ts'
import {
  DEFAULT_LIMIT,
  documentProblems,
  ebayProblems,
  MAX_ATTACHMENTS,
  MAX_LIMIT,
  mediaTypes,
  type Problem,
  type ProblemName,
} from './message-problems.ts'
import { PICTURE_ORIGIN } from './picture-service.ts'
import { createRefusals } from './refusal.ts'
import type { Call } from './service.ts'

export const DOMAIN = 'API_MESSAGE'

const { refuse } = createRefusals(DOMAIN)

const parseWhole = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN)

export const createMessageFields = (practice: Practice) => {
  const { id: platform, noticeType } = practice.names
  const isEbay = platform === 'ebay'
  const problems: Readonly<Record<ProblemName, Problem>> = isEbay ? ebayProblems : documentProblems
  const timeForm = isEbay ? /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/ : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/

  const fail = (name: ProblemName, parameters?: Record<string, string>): never => refuse(...problems[name], parameters)

  const findType = (value: unknown): ConversationType | undefined =>
    value === 'FROM_MEMBERS' ? 'FROM_MEMBERS' : value === noticeType ? 'FROM_SVC' : undefined
  const readType = (value: unknown): ConversationType =>
    findType(value) ?? fail(value === undefined ? 'noType' : 'type', { conversation_type: String(value ?? '') })

  const readPage = (c: Call) => {
    const limit = parseWhole(c.req.query('limit') ?? String(DEFAULT_LIMIT))
    const offset = parseWhole(c.req.query('offset') ?? '0')
    if (!(limit >= 1 && limit <= MAX_LIMIT)) fail('limit', { limit: c.req.query('limit') ?? '' })
    if (Number.isNaN(offset) || (isEbay && offset % limit !== 0))
      fail('offset', { offset: c.req.query('offset') ?? '' })
    return { limit, offset }
  }

  const readTime = (c: Call, name: 'start_time' | 'end_time', type: ConversationType): number | undefined => {
    const text = c.req.query(name)
    if (text === undefined) return undefined
    if (!isEbay && type === 'FROM_SVC') refuse(400, 850010, `${name} can only be used with FROM_MEMBERS.`)
    if (!timeForm.test(text) || Number.isNaN(Date.parse(text))) fail('time', { [name]: text })
    return Date.parse(text)
  }

  const readMedia = (value: unknown = []): StoredMessage['media'] => {
    if (!Array.isArray(value) || value.length > MAX_ATTACHMENTS) return fail('mediaCount')
    return value.map((entry: unknown) => {
      const { mediaName = '', mediaType, mediaUrl } = isObject(entry) ? entry : {}
      if (
        typeof mediaName !== 'string' ||
        typeof mediaType !== 'string' ||
        typeof mediaUrl !== 'string' ||
        !mediaName
      ) {
        return fail('mediaFields')
      }
      if (!mediaTypes.includes(mediaType)) fail('mediaType', { mediaType })
      const address = URL.canParse(mediaUrl) ? new URL(mediaUrl) : undefined
      // eBay takes attachments from its picture host only.
      if (address?.protocol !== 'https:' || (isEbay && address.origin !== PICTURE_ORIGIN))
        fail('mediaUrl', { mediaUrl })
      return { mediaName, mediaType, mediaUrl }
    })
  }

  const readReference = (value: unknown): string | null => {
    if (value === undefined) return null
    const { referenceId, referenceType } = isObject(value) ? value : {}
    if (typeof referenceId !== 'string' || typeof referenceType !== 'string' || referenceId === '') {
      return fail('referenceFields')
    }
    if (referenceType !== 'LISTING') fail('referenceType', { referenceType })
    if (!isEbay) return referenceId
    if (!/^\d+$/.test(referenceId)) refuse(400, 355016, 'Invalid referenceId.', { referenceId })
    const isListed = [...practice.state.items.values()].some(({ itemId }) => itemId === referenceId)
    if (!isListed) refuse(400, 355020, 'The referenceId is invalid, no listing can be found by this referenceId.')
    return referenceId
  }

  return { problems, fail, findType, readType, readPage, readTime, readMedia, readReference }
}
