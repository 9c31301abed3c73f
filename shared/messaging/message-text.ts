/**
 * What a message must be before it can be sent (MSG-08 to MSG-11).
 *
 * Pure rules that name the problem and its field. The composer shows them while the seller types; main checks them before
 * a message enters the outbox.
 */
import * as z from 'zod'
import type { Platform } from '../connection/platforms.ts'
import { messagingLimits } from './message-limits.ts'
import { type Resolved, resolveText, type VariableValues } from './saved-reply.ts'

export const mediaTypes = ['IMAGE', 'PDF', 'DOC', 'TXT'] as const

/**
 * Checks the address and type as rules, not by this shape, because a draft can hold an attachment that may not be sent.
 */
const attachmentSchema = z.object({
  mediaName: z.string().max(500),
  mediaType: z.string().max(40),
  mediaUrl: z.string().max(2000),
})
export type Attachment = z.infer<typeof attachmentSchema>

/** The listing a message is about. LISTING is the only type the platform knows (MSG-11). */
const messageReferenceSchema = z.object({
  referenceId: z.string().min(1).max(100),
  referenceType: z.literal('LISTING'),
})

/** A conversation to answer or a person to write to; the shape excludes both and neither (MSG-08). */
export const messageTargetSchema = z.union([
  z.strictObject({ conversationId: z.string().min(1).max(200) }),
  z.strictObject({ otherPartyUsername: z.string().trim().min(1).max(200) }),
])
export type MessageTarget = z.infer<typeof messageTargetSchema>

/** A draft may exceed the platform's limits: nothing typed is cut off. */
export const messageContentSchema = z.object({
  messageText: z.string().max(100_000),
  emailCopyToSender: z.boolean(),
  messageMedia: z.array(attachmentSchema).max(50),
  reference: messageReferenceSchema.nullable(),
})
export type MessageContent = z.infer<typeof messageContentSchema>

export const emptyContent: MessageContent = {
  messageText: '',
  emailCopyToSender: false,
  messageMedia: [],
  reference: null,
}

/** `conversation:17` or `person:anna`. */
export const targetKey = (target: MessageTarget): string =>
  'conversationId' in target ? `conversation:${target.conversationId}` : `person:${target.otherPartyUsername}`

export type MessageProblem = {
  /** Path on the wire: `messageText`, `messageMedia.2.mediaUrl`. */
  readonly field: string
  readonly message: string
  /** The help topic that explains the problem. */
  readonly topic?: string
}

/** Counts code points, as the platform does (MSG-09): an emoji counts as one, while its `length` is two. */
export const codePointCount = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

const formatCount = (count: number): string => count.toLocaleString('en-US')

const TEXT_TOPIC = 'MSG-09'

/** MSG-09: at most 2,000 code points (13007), and required unless `mayBeMissing` (PLT-08). */
export const textProblems = (messageText: string, mayBeMissing = false): readonly MessageProblem[] => {
  const field = 'messageText'
  if (messageText.trim() === '') {
    if (mayBeMissing) return []
    return [{ field, message: 'The message has no text. Write something to send.', topic: TEXT_TOPIC }]
  }
  const count = codePointCount(messageText)
  const max = messagingLimits.messageTextCodePoints
  if (count <= max) return []
  return [
    {
      field,
      message: `The message has ${formatCount(count)} characters; ${formatCount(max)} are allowed. Shorten it by ${formatCount(count - max)}.`,
      topic: TEXT_TOPIC,
    },
  ]
}

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'

/** MSG-10: at most 5, each with a name, a known type and an HTTPS address (6001 otherwise). */
export const attachmentProblems = (messageMedia: readonly Attachment[]): readonly MessageProblem[] => {
  const problems: MessageProblem[] = []
  const add = (field: string, message: string): void => {
    problems.push({ field, message, topic: 'MSG-10' })
  }
  const max = messagingLimits.attachments
  const count = messageMedia.length
  if (count > max) {
    add('messageMedia', `The message has ${count} attachments; ${max} are allowed. Remove ${count - max}.`)
  }
  messageMedia.forEach(({ mediaName, mediaType, mediaUrl }, index) => {
    const field = `messageMedia.${index}`
    const isUnnamed = mediaName.trim() === ''
    const name = isUnnamed ? `Attachment ${index + 1}` : `“${mediaName}”`
    if (isUnnamed) add(`${field}.mediaName`, `${name} has no name. Give it one.`)
    if (!mediaTypes.some((type) => type === mediaType)) {
      add(`${field}.mediaType`, `${name} has the type “${mediaType}”. Choose one of ${mediaTypes.join(', ')}.`)
    }
    if (!isHttps(mediaUrl)) {
      add(`${field}.mediaUrl`, `${name} has the address “${mediaUrl}”. It must start with https://`)
    }
  })
  return problems
}

/** A message in one line: its text, or how many attachments it has without one. */
export const summarizeMessage = ({ messageText, messageMedia }: MessageContent): string =>
  messageText !== '' || messageMedia.length === 0
    ? messageText
    : `${messageMedia.length} ${messageMedia.length === 1 ? 'attachment' : 'attachments'}`

const MAX_NAMED = 3

/** Names the variables, so that the seller sees which value is missing (ORD-05). */
const unresolvedProblem = (unresolved: Resolved['unresolved']): MessageProblem => {
  const names = [...new Set(unresolved.map(({ placeholder }) => placeholder))].slice(0, MAX_NAMED).join(', ')
  const message = `No value is known for ${names}. Replace it before you send.`
  return { field: 'messageText', message }
}

type PreparedContent = Omit<Resolved, 'text'> & {
  /** The content to be sent, variables filled in. */
  readonly content: MessageContent
  /** Everything that prevents sending, text problems first. */
  readonly problems: readonly MessageProblem[]
}

/** Fills in variables and checks the result. `mediaAlone`: whether the platform accepts attachments without a text. */
export const prepareContent = (
  content: MessageContent,
  values: VariableValues,
  { mediaAlone }: Pick<Platform['capabilities'], 'mediaAlone'>,
): PreparedContent => {
  const { text, unresolved } = resolveText(content.messageText, values)
  return {
    content: { ...content, messageText: text },
    unresolved,
    problems: [
      ...textProblems(text, mediaAlone && content.messageMedia.length > 0),
      ...(unresolved.length > 0 ? [unresolvedProblem(unresolved)] : []),
      ...attachmentProblems(content.messageMedia),
    ],
  }
}
