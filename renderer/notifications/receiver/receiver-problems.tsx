/** What keeps alerts from arriving, above the list: each with its remedy. */
import type { ReceiverView } from '../../../shared/notifications/log-contract.ts'
import { useReportedMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { CommandButton } from '../../commands/command-button.tsx'
import { navigate } from '../../location.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { useChangeAddress } from '../subscriptions/use-change-address.ts'
import styles from './receiver-panel.module.css'

type ReceiverProblemsProps = { readonly receiver: ReceiverView; readonly onSetUp: () => void }

export const ReceiverProblems = ({ receiver, onSetUp }: ReceiverProblemsProps) => {
  const { The } = usePlatformName()
  const changeAddress = useChangeAddress()
  const keepPort = useReportedMutation('notifications', 'keepPort')
  const { registration, refusals } = receiver
  // Once a notification arrives, requests are no longer changed on the way.
  const misrouted = refusals.find(({ hint, lastAtMs }) => hint !== null && lastAtMs > (receiver.lastDeliveryAtMs ?? 0))
  const again = { label: 'Set up again', onPress: onSetUp }
  const problems = [
    registration.state === 'outdated' && (
      <Banner action={again} key="outdated" title="Instant alerts need to be set up again." tone="caution">
        {registration.message}
      </Banner>
    ),
    registration.state === 'incomplete' && (
      <Banner
        action={{ label: 'See why', onPress: onSetUp }}
        key="incomplete"
        title="Instant alerts aren’t fully set up."
        tone="caution"
      >
        The set-up steps say what is missing, and why.
      </Banner>
    ),
    receiver.missingLegacyIds.length > 0 && (
      <Banner
        action={{
          label: 'Enter it in Settings',
          onPress: () => navigate({ screen: 'settings', path: ['section', 'sign-in'] }),
        }}
        key="ids"
        title={`The ${receiver.missingLegacyIds.join(' and the ')} ${receiver.missingLegacyIds.length === 1 ? 'is' : 'are'} missing.`}
        tone="caution"
      >
        Without that Stallhand can’t check who sent some notifications, so it ignored them. None is lost. Enter what is
        missing, then check them again.
      </Banner>
    ),
    receiver.why !== null && (
      <Banner key="why" tone={receiver.state === 'listening' ? 'info' : 'danger'}>
        {receiver.why}
        {receiver.portTaken !== null && receiver.listeningUrl !== null && (
          <Row as="span">
            <CommandButton
              command="notifications.keepPort"
              isPending={keepPort.isPending}
              onPress={() => keepPort.mutate({})}
              size="s"
            />
          </Row>
        )}
      </Banner>
    ),
    misrouted !== undefined && (
      <Banner key="misrouted" title="Notifications don’t get through to this computer." tone="caution">
        {misrouted.hint}
      </Banner>
    ),
    receiver.addressProblem !== null && (
      <Banner action={changeAddress} key="address" title={`${The} would refuse this address.`} tone="caution">
        {receiver.addressProblem}
      </Banner>
    ),
  ].filter((problem) => problem !== false)
  return problems.length === 0 ? null : <div className={styles.problems}>{problems}</div>
}
