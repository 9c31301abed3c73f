import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { SignInNotice } from '../../../renderer/shell/sign-in-notice.tsx'
import { QueryView, type QueryViewProps } from '../../../renderer/ui/feedback/query-view.tsx'
import { SignedOutContext } from '../../../renderer/ui/feedback/states.tsx'
import type { ConnectionStatus } from '../../../shared/connection/contract.ts'
import { Failure } from '../../../shared/result.ts'
import { renderWindow } from '../../support/render-window.ts'

const statusOf = (state: 'signedIn' | 'signInNeeded') =>
  ({ connection: { name: 'My shop' }, session: { state } }) as ConnectionStatus

const notice = (state: 'signedIn' | 'signInNeeded', screen: 'items' | 'settings') =>
  renderWindow(createElement(SignInNotice, { status: statusOf(state), screen }))

const failed = (error: Error, isSignedOut: boolean, data?: string) => {
  const query = { data, error, isFetching: false, dataUpdatedAt: 0, refetch: () => undefined }
  const props: QueryViewProps<string> = Object.assign({ query, label: 'Items' }, { children: (text: string) => text })
  return renderWindow(createElement(SignedOutContext, { value: isSignedOut }, createElement(QueryView<string>, props)))
}

const noSecret = new Failure({ kind: 'signInNeeded', message: 'This connection has no client secret yet.' })
const noAnswer = new Failure({ kind: 'offline', message: 'The platform didn’t answer.' })

describe('a shop that is not signed in', () => {
  it('has one Sign in button above each screen, except where the sign-in itself is', () => {
    expect(notice('signInNeeded', 'items')).toContain('Sign in</')
    expect(notice('signInNeeded', 'settings')).toBe('')
    expect(notice('signedIn', 'items')).toBe('')
  })

  it('shows what needs a sign-in as such, and not as an error', () => {
    const shown = failed(noSecret, true)
    expect(shown).toContain('Not signed in')
    expect(shown).not.toMatch(/client secret|Try again|role="alert"/)
  })

  it('shows what was read before, without an error above it', () => {
    expect(failed(noSecret, true, 'Camera')).toBe('Camera')
  })

  it('still shows any other error, and a missing secret of a shop that is signed in', () => {
    expect(failed(noAnswer, true)).toContain('didn’t answer')
    expect(failed(noSecret, false)).toContain('client secret')
  })
})
