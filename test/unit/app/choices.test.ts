import { describe, expect, it } from 'vitest'
import { isNoticeWanted, loadPollIntervalMs, loadUndoMs } from '../../../main/app/stored-choices.ts'

const settingsWith = (view: unknown) => ({
  get: (key: string) => (key === 'view' ? view : undefined),
  set: () => undefined,
})

describe('the undo time', () => {
  it.each([
    ['never chosen', undefined, 10_000],
    ['chosen', { 'messaging.undoSeconds': 60 }, 60_000],
    ['none at all', { 'messaging.undoSeconds': 0 }, 0],
    ['one that is not offered', { 'messaging.undoSeconds': 1e9 }, 10_000],
    ['text', { 'messaging.undoSeconds': '20' }, 10_000],
    ['a view that is broken', 'broken', 10_000],
  ])('%s', (_what, view, ms) => {
    expect(loadUndoMs(settingsWith(view))).toBe(ms)
  })
})

describe('the interval between checks for new messages', () => {
  it.each([
    ['never chosen', undefined, 30_000],
    ['chosen', { 'messaging.pollSeconds': 300 }, 300_000],
    ['more often than is offered', { 'messaging.pollSeconds': 1 }, 30_000],
    ['text', { 'messaging.pollSeconds': '60' }, 30_000],
  ])('%s', (_what, view, ms) => {
    expect(loadPollIntervalMs(settingsWith(view))).toBe(ms)
  })
})

describe('desktop notices', () => {
  it('include every kind until one is turned off', () => {
    expect(isNoticeWanted(settingsWith(undefined), 'arrivals')).toBe(true)
    expect(isNoticeWanted(settingsWith({ 'notices.arrivals': false }), 'arrivals')).toBe(false)
    expect(isNoticeWanted(settingsWith({ 'notices.arrivals': false }), 'mappings')).toBe(true)
    expect(isNoticeWanted(settingsWith({ 'notices.mappings': 'no' }), 'mappings')).toBe(true)
  })
})
