import { describe, expect, it } from 'vitest'
import { waitingChangesMessage } from '../../../renderer/shell/waiting-changes-message.ts'

describe('leaving a connection', () => {
  it('OFF-03 says how many of its changes wait, and when they are sent', () => {
    expect(waitingChangesMessage(1, 'Harbour Attic')).toBe(
      '1 change waits in Harbour Attic. It is sent once that connection is open again.',
    )
    expect(waitingChangesMessage(3, 'Harbour Attic')).toBe(
      '3 changes wait in Harbour Attic. They are sent once that connection is open again.',
    )
  })

  it('OFF-03 says nothing if nothing waits', () => {
    expect(waitingChangesMessage(0, 'Harbour Attic')).toBeNull()
  })
})
