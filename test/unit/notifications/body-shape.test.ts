/** Which bytes can be a notification, before anything of them is trusted (RCV-12, SEC-09). */
import { describe, expect, it } from 'vitest'
import { findBodyShape } from '../../../main/notifications/receiver/body-shape.ts'
import { MAX_DEPTH, MAX_HEAD_BYTES, MAX_JSON_BYTES } from '../../../main/notifications/receiver/bounds.ts'
import { readEnvelopeHead } from '../../../main/notifications/receiver/envelope-head.ts'
import { createLimiter } from '../../../main/notifications/receiver/limiter.ts'
import { parseBody } from '../../../main/notifications/receiver/parse-body.ts'
import { settle } from '../../support/fake-clock.ts'

const shape = (body: string | Buffer) => findBodyShape(Buffer.from(body as string))
const refused = (reason: string, status = 400) => ({ refused: expect.stringContaining(reason), status })
const nested = (depth: number, open = '[', close = ']') => `{"a":${open.repeat(depth - 1)}${close.repeat(depth - 1)}}`

describe('a body', () => {
  it.each([
    '{}',
    ' \t\r\n{"a":1}',
    '\ufeff{"a":[1,{"b":"}"}]}',
    '{"a":"\\"}"}',
    '{"a":"\\\\"}',
    nested(MAX_DEPTH),
    `{"list":[${Array.from({ length: 200 }, () => '[]').join(',')}]}`,
  ])('RCV-12 is JSON: %j', (body) => expect(shape(body)).toEqual({ format: 'json' }))

  it.each(['<a/>', '\ufeff\n <?xml version="1.0"?><a>x</a>'])('RCV-12 is XML: %j', (body) =>
    expect(shape(body)).toEqual({ format: 'soap' }),
  )

  it.each<readonly [string, string | Buffer, object]>([
    ['that is not text', Buffer.from([0x7b, 0xff, 0x7d]), refused('isn’t UTF-8')],
    ['without anything', '', refused('empty')],
    ['of spaces', ' \r\n\t', refused('empty')],
    ['of a mark alone', '\ufeff', refused('empty')],
    ['of plain text', 'hello', refused('neither XML nor JSON')],
    ['of a list', '[1]', refused('neither XML nor JSON')],
    ['that breaks off', '{"a":1', refused('invalid JSON')],
    ['that breaks off in a text', '{"a":"}', refused('invalid JSON')],
    ['with one bracket too many', '{"a":1}}', refused('invalid JSON')],
    ['with an open bracket', '{"a":[1}', refused('invalid JSON')],
    ['nested too deep in lists', nested(MAX_DEPTH + 1), refused(`deeper than ${MAX_DEPTH}`)],
    ['nested too deep in objects', nested(MAX_DEPTH + 1, '{"a":', '}'), refused(`deeper than ${MAX_DEPTH}`)],
    ['that is broken XML', '<a><b></a>', refused('The XML is invalid')],
  ])('SEC-09 %s is refused', (_, body, answer) => expect(shape(body)).toEqual(answer))

  it('SEC-09 is refused if it is longer than any JSON of the platform', () => {
    const jsonOf = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`
    expect(shape(jsonOf(MAX_JSON_BYTES))).toEqual({ format: 'json' })
    expect(shape(jsonOf(MAX_JSON_BYTES + 1))).toEqual(refused('too large', 413))
  })

  it('RCV-12 is parsed once it is trusted, a mark and spaces before it included', () => {
    expect(parseBody(Buffer.from('\ufeff {"a":1}'))).toEqual({ content: { format: 'json', value: { a: 1 } } })
    expect(parseBody(Buffer.from('\ufeff <a>x</a>'))).toMatchObject({
      content: { format: 'soap', root: { name: 'a', text: 'x' } },
    })
  })

  it.each([
    ['hello', 'neither XML nor JSON'],
    ['{"a" 1}', 'The body is invalid JSON.'],
    [`<a>${'<b/>'.repeat(20_001)}</a>`, 'more than 20000 elements'],
  ])('SEC-09 that can’t be parsed says why: %.20s', (body, reason) => {
    expect(parseBody(Buffer.from(body))).toMatchObject({ refused: expect.stringContaining(reason) })
  })
})

describe('the head of a legacy envelope', () => {
  const envelope = (header: string, body = '<GetItemResponse><Timestamp> T </Timestamp></GetItemResponse>') =>
    `<s:Envelope><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`
  const signed = (text: string) =>
    `<c:RequesterCredentials><c:NotificationSignature>${text}</c:NotificationSignature></c:RequesterCredentials>`
  const read = (text: string) => readEnvelopeHead(Buffer.from(text))

  it('PLT-20 has the signature and the signed time, whatever the prefixes', () => {
    expect(read(envelope(signed(' abc= ')))).toEqual({ signature: 'abc=', timestamp: 'T' })
    expect(read(` ${envelope('')}`)).toEqual({ signature: '', timestamp: 'T' })
  })

  it.each([
    ['deeper', `<x>${signed('abc')}</x>`],
    ['outside the credentials', '<NotificationSignature>abc</NotificationSignature>'],
    ['within other elements of the signature', signed('<x>abc</x>')],
  ])('PLT-20 has no signature if it is %s', (_, header) => expect(read(envelope(header)).signature).toBe(''))

  it('PLT-20 has the first of two signatures and of two times', () => {
    const times = '<A><Timestamp>1</Timestamp><Timestamp>2</Timestamp></A>'
    expect(read(envelope(signed('one') + signed('two'), times))).toEqual({ signature: 'one', timestamp: '1' })
  })

  it('SEC-09 keeps at most 200 characters of either', () => {
    expect(read(envelope(signed('a'.repeat(5_000)))).signature).toHaveLength(200)
  })

  it('PLT-20 does not read text after the signature as a part of it', () => {
    const header = '<RequesterCredentials><NotificationSignature>abc</NotificationSignature>def</RequesterCredentials>'
    expect(read(envelope(header)).signature).toBe('abc')
  })

  const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ')

  it.each<readonly [string, string]>([
    ['64 levels', `${'<a>'.repeat(64)}${'</a>'.repeat(64)}`],
    ['64 attributes in each of two elements', `<a ${attributes(64)}><b ${attributes(64)}/></a>`],
    ['more bytes than are read, to its last tag', `<a>${'x'.repeat(MAX_HEAD_BYTES)}</a>\r\n`],
  ])('SEC-09 may have %s', (_, text) => expect(read(text)).toEqual({ signature: '', timestamp: '' }))

  it.each<readonly [string, string, string]>([
    ['65 levels', `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`, 'deeper than 64'],
    ['65 attributes', `<a ${attributes(65)}/>`, 'too many attributes'],
    ['a document type', '<!DOCTYPE a><a/>', 'document type'],
    ['no end', '<a>', 'invalid'],
    ['text after it', '<a/>x', 'invalid'],
    ['text after an end that is not read', `<a>${'x'.repeat(MAX_HEAD_BYTES)}</a>x`, 'breaks off, or text follows'],
    ['no end after the bytes that are read', `<a>${'x'.repeat(MAX_HEAD_BYTES)}`, 'breaks off, or text follows'],
    [
      'spaces alone after the bytes that are read',
      `<a>${'x'.repeat(MAX_HEAD_BYTES)}</a>${' '.repeat(100)}`,
      'breaks off',
    ],
  ])('SEC-09 is refused with %s', (_, text, reason) => expect(() => read(text)).toThrow(reason))

  it('SEC-09 is read from a whole envelope of exactly the bytes that are read', () => {
    const text = envelope(signed('abc'))
    expect(read(text + ' '.repeat(MAX_HEAD_BYTES - text.length)).signature).toBe('abc')
    expect(() => read('<a>'.padEnd(MAX_HEAD_BYTES, 'x'))).toThrow('invalid')
  })
})

describe('a limiter', () => {
  it('SEC-09 runs so many jobs at once, the others in order, and goes on after a failure', async () => {
    const limit = createLimiter(2)
    const started: number[] = []
    const gates = [0, 1, 2, 3].map(() => Promise.withResolvers<number>())
    const runs = gates.map(({ promise }, index) =>
      limit(() => {
        started.push(index)
        return promise
      }).catch(() => -1),
    )
    await settle()
    expect(started).toEqual([0, 1])
    gates[1]?.reject(new Error('failed'))
    await settle()
    expect(started).toEqual([0, 1, 2])
    gates[0]?.resolve(10)
    gates[2]?.resolve(12)
    gates[3]?.resolve(13)
    expect(await Promise.all(runs)).toEqual([10, -1, 12, 13])
    // All places are free again.
    const again = [Promise.withResolvers<number>(), Promise.withResolvers<number>(), Promise.withResolvers<number>()]
    for (const [index, { promise }] of again.entries()) {
      void limit(() => {
        started.push(index + 10)
        return promise
      })
    }
    await settle()
    expect(started).toEqual([0, 1, 2, 3, 10, 11])
  })
})
