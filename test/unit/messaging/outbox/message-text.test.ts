import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  attachmentProblems,
  codePointCount,
  emptyContent,
  messageTargetSchema,
  prepareContent,
  textProblems,
} from '../../../../shared/messaging/message-text.ts'

const fields = (problems: readonly { readonly field: string }[]): readonly string[] =>
  problems.map(({ field }) => field)
const values = { buyer: null, item: null, subject: null }
const attachment = { mediaName: 'label.pdf', mediaType: 'PDF', mediaUrl: 'https://files.example.com/label.pdf' }

describe('message validation', () => {
  it.each([
    [false, 1, ['messageText']],
    [true, 1, []],
    [true, 0, ['messageText']],
  ])('PLT-08 media alone allowed: %s, with %i attachments', (mediaAlone, count, problems) => {
    const content = { ...emptyContent, messageMedia: [attachment].slice(0, count) }
    expect(fields(prepareContent(content, values, { mediaAlone }).problems)).toEqual(problems)
  })

  it('MSG-09 counts code points: 2,000 emoji pass and 2,001 do not', () => {
    expect('🦊'.repeat(2000).length).toBe(4000)
    expect(textProblems('🦊'.repeat(2000))).toEqual([])
    expect(fields(textProblems('🦊'.repeat(2001)))).toEqual(['messageText'])
  })

  it('MSG-09 says how much too long a text is', () => {
    expect(textProblems('a'.repeat(2012))).toEqual([
      {
        field: 'messageText',
        message: 'The message has 2,012 characters; 2,000 are allowed. Shorten it by 12.',
        topic: 'MSG-09',
      },
    ])
  })

  it('MSG-09 requires a text; blanks do not count', () => {
    expect(fields(textProblems(''))).toEqual(['messageText'])
    expect(fields(textProblems(' \n\t '))).toEqual(['messageText'])
  })

  it('MSG-09 counts every text as the string iterator splits it', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => codePointCount(text) === Array.from(text).length))
  })

  it('MSG-08 allows no message with two recipients', () => {
    expect(messageTargetSchema.safeParse({ conversationId: 'c1', otherPartyUsername: 'anna' }).success).toBe(false)
    expect(messageTargetSchema.safeParse({}).success).toBe(false)
  })

  it('MSG-10 accepts five attachments and no sixth', () => {
    expect(attachmentProblems(Array.from({ length: 5 }, () => attachment))).toEqual([])
    expect(fields(attachmentProblems(Array.from({ length: 6 }, () => attachment)))).toEqual(['messageMedia'])
  })

  it('MSG-10 names the attachment that has no HTTPS address, an unknown type or no name', () => {
    const problems = attachmentProblems([
      attachment,
      { ...attachment, mediaUrl: 'http://files.example.com/label.pdf' },
      { ...attachment, mediaType: 'EXE' },
      { ...attachment, mediaName: '' },
    ])
    expect(fields(problems)).toEqual([
      'messageMedia.1.mediaUrl',
      'messageMedia.2.mediaType',
      'messageMedia.3.mediaName',
    ])
  })

  it('reports all problems of a message at once', () => {
    const content = { ...emptyContent, messageMedia: [{ ...attachment, mediaUrl: 'ftp://x' }] }
    expect(fields(prepareContent(content, values, { mediaAlone: false }).problems)).toEqual([
      'messageText',
      'messageMedia.0.mediaUrl',
    ])
  })
})
