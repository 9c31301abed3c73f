/**
 * What a message must be before it can be sent (document 2, section 4, sendMessage).
 *
 * Pure rules that name the problem and the field. The composer shows them while typing; main asks again before a row
 * enters the outbox, so that nothing impossible ever waits there.
 */
import * as z from 'zod'
import { messagingLimits } from './limits.ts'
import { hasPlaceholder } from './saved-reply.ts'

export const mediaTypes = ['IMAGE', 'PDF', 'DOC', 'TXT'] as const

/** An attachment as the platform takes it; whether its address may be sent is a rule, not a shape, so that a draft can hold it. */
export const attachmentSchema = z.object({
  mediaName: z.string().max(500),
  mediaType: z.string().max(40),
  mediaUrl: z.string().max(2000),
})
export type Attachment = z.infer<typeof attachmentSchema>

/** The listing a message is about. LISTING is the only type there is. */
export const messageReferenceSchema = z.object({
  referenceId: z.string().min(1).max(100),
  referenceType: z.literal('LISTING'),
})
export type MessageReference = z.infer<typeof messageReferenceSchema>

/**
 * Whom a message is for: a conversation it answers, or a person it begins one with.
 *
 * One or the other by its shape: a message with both, or with neither, cannot be written down (MSG-08).
 */
export const messageTargetSchema = z.union([
  z.strictObject({ conversationId: z.string().min(1).max(200) }),
  z.strictObject({ otherPartyUsername: z.string().trim().min(1).max(200) }),
])
export type MessageTarget = z.infer<typeof messageTargetSchema>

/** What the seller writes. A draft may be longer than a message may be: nothing typed is cut off. */
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

/** The name of a target as a key: `conversation:17`, `person:anna`. */
export const targetKey = (target: MessageTarget): string =>
  'conversationId' in target ? `conversation:${target.conversationId}` : `person:${target.otherPartyUsername}`

export type MessageProblem = {
  readonly problem:
    | 'recipientMissing'
    | 'recipientTwice'
    | 'textMissing'
    | 'textTooLong'
    | 'textUnresolved'
    | 'tooManyAttachments'
    | 'attachmentUnnamed'
    | 'attachmentTypeUnknown'
    | 'attachmentNotHttps'
  /** Where it is, as the documents spell it: `messageText`, `messageMedia.2.mediaUrl`. */
  readonly field: string
  readonly message: string
}

/** Length as the platform counts it: code points. An emoji outside the basic plane is one, where `length` says two. */
export const codePointCount = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** MSG-08: exactly one of conversationId and otherPartyUsername; both give 2004. */
export const recipientProblems = (recipient: {
  readonly conversationId?: string | undefined
  readonly otherPartyUsername?: string | undefined
}): readonly MessageProblem[] => {
  const toConversation = (recipient.conversationId ?? '') !== ''
  const toPerson = (recipient.otherPartyUsername ?? '').trim() !== ''
  if (toConversation && toPerson) {
    return [
      {
        problem: 'recipientTwice',
        field: 'otherPartyUsername',
        message: 'The message names a conversation and a person. Keep one of them. (MSG-08)',
      },
    ]
  }
  if (toConversation || toPerson) return []
  return [
    {
      problem: 'recipientMissing',
      field: 'conversationId',
      message: 'The message has no recipient. Choose a conversation to answer or a person to write to. (MSG-08)',
    },
  ]
}

const counted = (count: number): string => count.toLocaleString('en-US')

/** MSG-09: required, and at most 2,000 code points (13007). */
export const textProblems = (messageText: string): readonly MessageProblem[] => {
  if (messageText.trim() === '') {
    return [
      {
        problem: 'textMissing',
        field: 'messageText',
        message: 'The message has no text. Write something to send. (MSG-09)',
      },
    ]
  }
  const count = codePointCount(messageText)
  const most = messagingLimits.messageTextCodePoints
  if (count <= most) return []
  return [
    {
      problem: 'textTooLong',
      field: 'messageText',
      message: `The message has ${counted(count)} characters; ${counted(most)} are allowed. Shorten it by ${counted(count - most)}. (MSG-09)`,
    },
  ]
}

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'

/** MSG-10: at most 5, each with a name, a known type and an HTTPS address (6001 otherwise). */
export const attachmentProblems = (messageMedia: readonly Attachment[]): readonly MessageProblem[] => {
  const problems: MessageProblem[] = []
  if (messageMedia.length > messagingLimits.attachments) {
    problems.push({
      problem: 'tooManyAttachments',
      field: 'messageMedia',
      message: `The message has ${messageMedia.length} attachments; ${messagingLimits.attachments} are allowed. Remove ${messageMedia.length - messagingLimits.attachments}. (MSG-10)`,
    })
  }
  messageMedia.forEach(({ mediaName, mediaType, mediaUrl }, index) => {
    const field = `messageMedia.${index}`
    const name = mediaName.trim() === '' ? `Attachment ${index + 1}` : `"${mediaName}"`
    if (mediaName.trim() === '') {
      problems.push({
        problem: 'attachmentUnnamed',
        field: `${field}.mediaName`,
        message: `${name} has no name. Give it one. (MSG-10)`,
      })
    }
    if (!mediaTypes.some((type) => type === mediaType)) {
      problems.push({
        problem: 'attachmentTypeUnknown',
        field: `${field}.mediaType`,
        message: `${name} has the type "${mediaType}". Choose one of ${mediaTypes.join(', ')}. (MSG-10)`,
      })
    }
    if (!isHttps(mediaUrl)) {
      problems.push({
        problem: 'attachmentNotHttps',
        field: `${field}.mediaUrl`,
        message: `${name} has the address "${mediaUrl}". It must begin with https:// (MSG-10)`,
      })
    }
  })
  return problems
}

/** No text with `{{…}}` ever leaves: a variable without a value would reach the buyer as it is. */
export const placeholderProblems = (messageText: string): readonly MessageProblem[] =>
  hasPlaceholder(messageText)
    ? [
        {
          problem: 'textUnresolved',
          field: 'messageText',
          message:
            'The message holds {{…}} that has no value here. Replace it, or give it a fallback: {{buyer|there}}.',
        },
      ]
    : []

/** All that keeps this content from being sent, text first. Empty means that it can go. The text is the resolved one. */
export const contentProblems = (content: MessageContent): readonly MessageProblem[] => [
  ...textProblems(content.messageText),
  ...placeholderProblems(content.messageText),
  ...attachmentProblems(content.messageMedia),
]
