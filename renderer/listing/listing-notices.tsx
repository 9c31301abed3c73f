/** The notices above an offer's fields: pending, refused and foreign changes, and failed reads. */
import type { Listing, OfferFieldView } from '../../shared/listing/contract.ts'
import { type OfferField, offerFieldLabels } from '../../shared/listing/offer-field.ts'
import { useReportedMutation } from '../api/hooks.ts'
import { usePlatformName } from '../api/use-connection.ts'
import { type Conflict, ConflictList } from '../parts/save/conflict-list.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { ProblemText } from '../ui/feedback/why-link.tsx'
import { Row, Text } from '../ui/layout/layout.tsx'
import { type Fix, workLabel } from './listing-labels.ts'

const toShownConflict = ({ field, text, platformText }: OfferFieldView): Conflict<OfferField> => {
  const platform = platformText === '' ? undefined : platformText
  const mine = text === '' ? undefined : text
  return {
    key: field,
    label: offerFieldLabels[field],
    platform: { value: platform, other: mine },
    mine: { value: mine, other: platform },
  }
}

type ListingNoticesProps = {
  readonly listing: Listing
  readonly onFix: (fix: Fix) => void
}

export const ListingNotices = ({ listing, onFix }: ListingNoticesProps) => {
  const { The } = usePlatformName()
  const { sku, refusal, readProblem, work, refusals, notes, warnings, fields } = listing
  const refresh = useReportedMutation('listing', 'refreshListing')
  const resolve = useReportedMutation('listing', 'resolveConflicts')
  const sendNow = useReportedMutation('outbound', 'sendNow')
  const discard = useReportedMutation('outbound', 'discard')
  return (
    <>
      {refusal !== null && (
        <Banner title="This item can’t be listed here." tone="caution">
          {refusal}
        </Banner>
      )}
      {readProblem !== null && (
        <Banner
          action={{ label: 'Try again', isPending: refresh.isPending, onPress: () => refresh.mutate({ sku }) }}
          title="The listing couldn’t be loaded."
          tone="caution"
        >
          <ProblemText problem={readProblem} />
        </Banner>
      )}
      {work.map((each) => {
        const { title, tone } = workLabel(each)
        const ids = [each.outboundId]
        const action = each.canSendNow
          ? {
              label: each.state === 'waiting' ? 'Send now' : 'Send again',
              isPending: sendNow.isPending,
              onPress: () => sendNow.mutate({ ids }),
            }
          : undefined
        return (
          <div key={each.outboundId}>
            <Banner action={action} title={title} tone={tone}>
              {each.message ?? ''}
            </Banner>
            {each.canDiscard && (
              <Row justify="end">
                <Button isPending={discard.isPending} onPress={() => discard.mutate({ ids })} size="s" variant="quiet">
                  {each.state === 'waiting' ? 'Don’t send' : 'Dismiss'}
                </Button>
              </Row>
            )}
          </div>
        )
      })}
      {refusals.map(({ message, fix }) => (
        <Banner
          action={fix === null ? undefined : { label: 'Go to', onPress: () => onFix(fix) }}
          key={message}
          title={`${The} refused it:`}
          tone="danger"
        >
          {message}
        </Banner>
      ))}
      {notes.map((note) => (
        <Text as="p" key={note} size="meta" tone="soft">
          {note}
        </Text>
      ))}
      {warnings.map((warning) => (
        <Banner key={warning} title={`${The} warns:`} tone="caution">
          {warning}
        </Banner>
      ))}
      <ConflictList
        conflicts={fields.filter(({ conflict }) => conflict).map(toShownConflict)}
        isPending={resolve.isPending}
        onDecide={(keys, side) => resolve.mutate({ sku, keep: Object.fromEntries(keys.map((field) => [field, side])) })}
      />
    </>
  )
}
