/** What was added to a message while it was being sent. Pure. */
import type { MessageContent } from '../../../shared/messaging/message-text.ts'

/** The part of a text that isn't in the sent one. */
const addedText = (now: string, sent: string): string => {
  const shorter = Math.min(now.length, sent.length)
  let start = 0
  while (start < shorter && now[start] === sent[start]) start += 1
  let end = 0
  while (end < shorter - start && now.at(-1 - end) === sent.at(-1 - end)) end += 1
  return now.slice(start, now.length - end).trim()
}

/** Removes what was sent, so that it isn't sent a second time. */
export const withoutSent = (now: MessageContent, sent: MessageContent): MessageContent => {
  const left = [...now.messageMedia]
  for (const { mediaUrl, mediaName } of sent.messageMedia) {
    const at = left.findIndex((one) => one.mediaUrl === mediaUrl && one.mediaName === mediaName)
    if (at >= 0) left.splice(at, 1)
  }
  return {
    messageText: addedText(now.messageText, sent.messageText),
    emailCopyToSender: now.emailCopyToSender && !sent.emailCopyToSender,
    messageMedia: left,
    reference: now.reference?.referenceId === sent.reference?.referenceId ? null : now.reference,
  }
}
