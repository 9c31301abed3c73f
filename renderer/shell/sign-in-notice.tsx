/** The one Sign in button of a connection that is not signed in, above every screen but the settings. */
import type { ConnectionStatus } from '../../shared/connection/contract.ts'
import { navigate, type ScreenName } from '../location.ts'
import { Banner } from '../ui/feedback/banner.tsx'

/** Whether the seller has to sign in before anything can be read or sent. */
export const isSignedOut = (status: ConnectionStatus | undefined): boolean => status?.session.state === 'signInNeeded'

type SignInNoticeProps = { readonly status: ConnectionStatus | undefined; readonly screen: ScreenName }

/** The settings have the sign-in itself. */
export const SignInNotice = ({ status, screen }: SignInNoticeProps) => {
  if (status === undefined || !isSignedOut(status) || screen === 'settings') return null
  const onPress = (): void => navigate({ screen: 'settings', path: ['section', 'sign-in'] })
  return (
    <Banner action={{ label: 'Sign in', onPress }} title={`“${status.connection.name}” isn’t signed in.`} tone="info">
      Nothing is read or sent until you sign in. What you write is kept.
    </Banner>
  )
}
