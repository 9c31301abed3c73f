import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { ErrorMeanings } from '../../../main/http/failures.ts'
import { neutralAdapter } from '../../../main/inventory/platform/neutral.ts'
import { messagingErrors } from '../../../main/messaging/platform/message-errors.ts'
import { tradingErrors } from '../../../main/trading/platform/neutral.ts'
import { helpByPlatform, rules } from '../../../renderer/help/topics.ts'
import { ruleProblem } from '../../../renderer/inventory/item-labels.ts'
import { platformIds, platforms } from '../../../shared/connection/platforms.ts'
import { checkRecord } from '../../../shared/inventory/item-rules.ts'
import { SKU_TOPIC, skuProblem } from '../../../shared/inventory/sku.ts'
import { attachmentProblems, textProblems } from '../../../shared/messaging/message-text.ts'

const { findTopic, searchTopics, topics } = helpByPlatform.neutral

const root = fileURLToPath(new URL('../../../', import.meta.url))
const ruleId = /\b(?:INV|MAP|MSG|NOT|SOAP|RCV|AUT|LST|PLT|OFF|SEC)-\d{2}\b/

/** Every source file of these folders but this test, which would only confirm the help. */
const readSources = (folders: readonly string[]): readonly { readonly file: string; readonly text: string }[] =>
  folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('topics.test.ts'))
      .map((file) => ({ file: path.relative(root, file), text: readFileSync(file, 'utf8') })),
  )

const idsIn = (folders: readonly string[]): ReadonlySet<string> => {
  // The explanations would only confirm themselves.
  const texts = readSources(folders).filter(({ file }) => !/[\\/]help[\\/]/.test(file))
  return new Set(
    texts.flatMap(({ text }) => [...text.matchAll(/\b(?:INV|MAP|MSG|NOT|SOAP|RCV|AUT)-\d{2}\b/g)].map(([id]) => id)),
  )
}

/** The code without comments, those of SQL too, and without ids that are a whole string: those are data. */
const withoutIdsAsData = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/[^\n]*|(?:^|\s)--\s[^\n]*/g, '').replace(/'[A-Z]{3,4}-\d{2}'/g, '')

describe('the help', () => {
  it('explains exactly the rules that the app names', () => {
    const explained = Object.keys(rules(platforms.neutral.name))
    expect([...idsIn(['shared', 'main', 'renderer'])].filter((id) => !explained.includes(id))).toEqual([])
    const named = idsIn(['shared', 'main', 'renderer', 'test'])
    expect(explained.filter((id) => !named.has(id))).toEqual([])
  })

  it.each(platformIds)('has full sentences, no jargon, and no title twice on %s', (platform) => {
    const { topics } = helpByPlatform[platform]
    for (const { id, title, text, more, whatToDo } of topics) {
      for (const paragraph of [text, more, whatToDo].filter((one) => one !== undefined)) {
        expect(paragraph, id).toMatch(/[.:]$/)
        expect(paragraph, id).not.toMatch(/!|\b(JSON-RPC|UTF-8|errorId|payload)\b/)
      }
      expect(title, id).not.toMatch(/[.!]$/)
    }
    expect(new Set(topics.map(({ title }) => title)).size).toBe(topics.length)
  })

  it.each([
    ['INV-19', neutralAdapter.errors.meanings],
    ['MSG-21', messagingErrors],
    ['SOAP-04', tradingErrors],
  ] satisfies [string, ErrorMeanings][])(
    '%s explains every error of the neutral platform, and finds it by its number',
    (_, errors) => {
      for (const [errorId, entry] of Object.entries<ErrorMeanings[number]>(errors)) {
        for (const { topic = '' } of 'whatToDo' in entry ? [entry] : entry)
          expect(findTopic(topic)?.errorIds, errorId).toContain(Number(errorId))
      }
    },
  )
})

describe('the help on eBay', () => {
  const { findTopic, searchTopics } = helpByPlatform.ebay

  it('PLT-14 has eBay’s limits: products of a task, changes, pictures and values of specifics', () => {
    expect(findTopic('MAP-10')).toMatchObject({
      title: '10 products a task',
      text: expect.stringContaining('10 products'),
    })
    expect(findTopic('INV-15')?.title).toBe('250 changes a day for each listing')
    expect(findTopic('INV-06')?.text).toContain('24 pictures, or 12')
    expect(findTopic('INV-03')?.text).toContain('at most 65')
    expect(searchTopics('500 products')).toEqual([])
  })

  it('INV-13 leaves out what does not hold there', () => {
    expect(findTopic('INV-13')).toBeUndefined()
    expect(findTopic('MAP-15')?.text).not.toContain('settings')
    expect(findTopic('SOAP-04')?.text).toContain('eBay answers')
  })

  it('PLT-01 says eBay, not the platform', () => {
    for (const { id, title, text, more = '', whatToDo = '' } of helpByPlatform.ebay.topics) {
      expect([title, text, more, whatToDo].join(' '), id).not.toMatch(/\bthe platform\b/i)
    }
    expect(topics.some(({ text }) => /\bthe platform\b/.test(text))).toBe(true)
  })

  it('PLT-09 does not explain a number of eBay’s by what it means on the neutral platform', () => {
    // 25004 is a title that is too long there, and a quantity on eBay.
    expect(searchTopics('25004')).toEqual([])
    expect(searchTopics('25710')[0]?.id).toBe('INV-10')
  })
})

describe('problems', () => {
  const attachment = { mediaName: '', mediaType: 'ZIP', mediaUrl: 'http://x' }
  const record = {
    product: {
      title: 'x'.repeat(81),
      aspects: { Colour: [''], ['n'.repeat(41)]: ['v'.repeat(51)] },
      imageUrls: ['http://x'],
      upc: [''],
    },
    condition: 'SHINY',
    availability: { shipToLocationAvailability: { quantity: -1 } },
  }
  const problems = [
    ...checkRecord(record, platforms.neutral).map(ruleProblem),
    ...['', 'a b', 'x'.repeat(51)].map((sku) => ({ message: skuProblem(sku) ?? '', topic: SKU_TOPIC })),
    ...[textProblems(''), textProblems('x'.repeat(2001))].flat(),
    ...attachmentProblems(Array.from({ length: 6 }, () => attachment)),
  ]

  it('have a topic of the help, which is not in the sentence', () => {
    expect(problems.length).toBeGreaterThan(20)
    for (const { message, topic = '' } of problems) {
      expect(findTopic(topic)?.id, message).toBe(topic)
      expect(message).not.toMatch(ruleId)
      expect(message).toMatch(/[.:/]$|https:\/\/$/)
    }
  })

  it('are the only way to the help: no text in the code has a rule id', () => {
    const texts = readSources(['shared', 'main', 'renderer'])
      .map(({ file, text }) => ({ file, found: ruleId.exec(withoutIdsAsData(text))?.[0] }))
      .filter(({ found }) => found !== undefined)
    expect(texts).toEqual([])
  })
})

describe('the search', () => {
  it('finds terms, rules and error numbers, titles first', () => {
    expect(searchTopics('25002')[0]?.id).toBe('INV-01')
    expect(searchTopics('msg-13')[0]?.id).toBe('MSG-13')
    expect(searchTopics('  TITLE length ')[0]?.id).toBe('INV-02')
    expect(searchTopics('no such topic at all')).toEqual([])
    expect(searchTopics('')).toHaveLength(topics.length)
  })
})
