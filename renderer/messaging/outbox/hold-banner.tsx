/** After a restore: says that nothing is sent by itself, lists what waits, and lets the seller release it (OFF-04). */
import type { OutboundHold } from '../../../shared/outbound/contract.ts'
import { useApiMutation } from '../../api/hooks.ts'
import { Banner } from '../../ui/banner.tsx'
import { formatNumber } from '../../ui/locale-format.ts'
import { MutationError } from '../../ui/mutation-error.tsx'

const causes: Readonly<Record<OutboundHold['reason'], string>> = {
  restored: 'A backup or an export was restored.',
  older: 'The database is older than what was sent from this computer.',
  copied: 'The data folder was copied or restored.',
}

export const HoldBanner = ({ hold }: { readonly hold: OutboundHold }) => {
  const release = useApiMutation('outbound', 'release')
  const waiting = hold.waiting.map(({ label, count }) => `${label}: ${formatNumber(count)}.`).join(' ')
  return (
    <>
      <Banner
        tone="caution"
        title="On hold."
        action={{ label: 'Release all', onPress: () => release.mutate({}), isPending: release.isPending }}
      >
        {causes[hold.reason]} Some of this may have been sent since. Check it, discard what should not go out, then
        release the rest. {waiting}
      </Banner>
      <MutationError of={release} title="Not released." />
    </>
  )
}
