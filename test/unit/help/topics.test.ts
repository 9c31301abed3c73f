import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { neutralAdapter } from '../../../main/inventory/platform/neutral.ts'
import { messagingErrors } from '../../../main/messaging/platform/message-errors.ts'
import { problemText } from '../../../renderer/inventory/item-labels.ts'
import { platforms } from '../../../shared/connection/platforms.ts'
import {
  findReferences,
  findTopic,
  findTopicByErrorId,
  rules,
  searchTopics,
  topics,
} from '../../../shared/help/topics.ts'
import { checkRecord } from '../../../shared/inventory/item-rules.ts'
import { skuProblem } from '../../../shared/inventory/sku.ts'
import { attachmentProblems, textProblems } from '../../../shared/messaging/message-text.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const idsIn = (folders: readonly string[]): ReadonlySet<string> => {
  const ids = new Set<string>()
  for (const folder of folders) {
    for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name)
      // Exclude the explanations and this test, which would only confirm each other.
      if (!entry.isFile() || !/\.tsx?$/.test(file) || /[\\/]help[\\/]/.test(file)) continue
      for (const [id] of readFileSync(file, 'utf8').matchAll(/\b(?:INV|MAP|MSG|NOT|SOAP|RCV|AUT)-\d{2}\b/g)) ids.add(id)
    }
  }
  return ids
}

describe('the help', () => {
  it('explains exactly the rules that the app names', () => {
    const explained = Object.keys(rules)
    expect([...idsIn(['shared', 'main', 'renderer'])].filter((id) => !explained.includes(id))).toEqual([])
    const named = idsIn(['shared', 'main', 'renderer', 'test'])
    expect(explained.filter((id) => !named.has(id))).toEqual([])
  })

  it('has full sentences, no jargon, and no title twice', () => {
    for (const { id, title, text, more, whatToDo } of topics) {
      for (const paragraph of [text, more, whatToDo].filter((one) => one !== undefined)) {
        expect(paragraph, id).toMatch(/[.:]$/)
        expect(paragraph, id).not.toMatch(/!|\b(JSON-RPC|UTF-8|errorId|payload)\b/)
      }
      expect(title, id).not.toMatch(/[.!]$/)
    }
    expect(new Set(topics.map(({ title }) => title)).size).toBe(topics.length)
  })

  it('INV-19 and MSG-21: explains every known error number of the platform', () => {
    for (const errorId of [...Object.keys(neutralAdapter.errors), ...Object.keys(messagingErrors)].map(Number)) {
      expect(findTopic(findTopicByErrorId(errorId) ?? '')?.id, String(errorId)).toBeDefined()
    }
  })
})

describe('messages', () => {
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

  it('name their rule', () => {
    const messages = [
      ...checkRecord(record, platforms.neutral).map(problemText),
      skuProblem('') ?? '',
      skuProblem('a b') ?? '',
      skuProblem('x'.repeat(51)) ?? '',
      ...[textProblems(''), textProblems('x'.repeat(2001))].flat().map(({ message }) => message),
      ...attachmentProblems(Array.from({ length: 6 }, () => attachment)).map(({ message }) => message),
    ]
    expect(messages.length).toBeGreaterThan(20)
    for (const message of messages) {
      expect(
        findReferences(message).some(({ topic }) => topic !== undefined),
        message,
      ).toBe(true)
    }
  })

  it('PLT-09 links no error number of a platform whose numbers mean something else', () => {
    const links = (message: string, platform: 'neutral' | 'ebay') =>
      findReferences(message, platform).some(({ topic }) => topic !== undefined)
    expect(links('Not saved. (25003)', 'neutral')).toBe(true)
    expect(links('Not saved. (25003)', 'ebay')).toBe(false)
    expect(links('Not saved. (INV-08)', 'ebay')).toBe(true)
  })

  it('link error numbers, and the rule in brackets as “Why?”', () => {
    const message = 'The name has 41 characters; 40 are allowed. (INV-03, error 25044) It costs 25044.'
    const parts = findReferences(message)
    expect(parts.map(({ text }) => text).join('')).toBe(
      'The name has 41 characters; 40 are allowed. (error 25044) Why? It costs 25044.',
    )
    expect(parts.filter(({ topic }) => topic !== undefined)).toEqual([
      { text: '25044', topic: 'INV-03' },
      { text: 'Why?', topic: 'INV-03' },
    ])
    expect(findReferences('')).toEqual([])
    expect(findReferences('XYZ-01 and (99999) are unknown')).toEqual([{ text: 'XYZ-01 and (99999) are unknown' }])
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
