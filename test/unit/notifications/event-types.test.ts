import { describe, expect, it } from 'vitest'
import { groupByPurpose } from '../../../shared/notifications/event-types.ts'

describe('topics', () => {
  it('are grouped by what they are for, in a fixed order, with unknown ones last', () => {
    const topics = ['SOMETHING_NEW', 'FEEDBACK_RECEIVED', 'NEW_MESSAGE', 'ORDER_CONFIRMATION', 'BUYER_QUESTION']
    expect(groupByPurpose(topics, (topic) => topic)).toEqual([
      { purpose: 'sales', entries: ['ORDER_CONFIRMATION'] },
      { purpose: 'messages', entries: ['NEW_MESSAGE', 'BUYER_QUESTION'] },
      { purpose: 'feedback', entries: ['FEEDBACK_RECEIVED'] },
      { purpose: 'other', entries: ['SOMETHING_NEW'] },
    ])
  })
})
