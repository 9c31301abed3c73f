/** Policies and the location of an offer; the last ones used are the default (LST-05). */
import { useState } from 'react'
import type { PolicyKind } from '../../../shared/listing/contract/choices-contract.ts'
import { type OfferField, offerFieldLabels, policyFields } from '../../../shared/listing/offer-field.ts'
import { useApiMutation, useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { usePlatformName } from '../../api/use-connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { ProblemText } from '../../ui/feedback/why-link.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import styles from '../listing.module.css'
import type { OfferDraft } from '../use-offer-draft.ts'
import { LocationDialog } from './location-dialog.tsx'
import { LocationsDialog } from './locations-dialog.tsx'

/** The country of a marketplace id such as EBAY_DE; the seller may change it. */
const countryOf = (marketplaceId: string): string => {
  const code = /_([A-Z]{2})$/.exec(marketplaceId)?.[1] ?? ''
  return code === 'UK' ? 'GB' : code
}

export const TermsFields = ({ draft }: { readonly draft: OfferDraft }) => {
  const { the } = usePlatformName()
  const query = useApiQuery('listing', 'choices', {})
  const refresh = useReportedMutation('listing', 'refreshChoices')
  const optIn = useApiMutation('listing', 'optIn')
  const [isCreating, setIsCreating] = useState(false)
  const [showsLocations, setShowsLocations] = useState(false)
  return (
    <QueryView label="Policies and locations" query={query} skeleton={{ shape: 'lines', count: 2 }}>
      {({ policies, locations, hasPolicies, marketplaceId, marketplaceLabel, problem }) => (
        <Stack aria-label="Policies and location" as="section" gap={3}>
          {problem !== null && (
            <Banner
              action={{ label: 'Try again', isPending: refresh.isPending, onPress: () => refresh.mutate({}) }}
              title="Policies and locations couldn’t be read."
              tone="caution"
            >
              <ProblemText problem={problem} />
            </Banner>
          )}
          {hasPolicies === false && (
            <Stack gap={2}>
              <Banner title="You have no business policies yet." tone="info">
                {`Listings on the ${marketplaceLabel} marketplace need a shipping, a payment and a return policy. Opt in to business policies first, then create them on ${the}. Opting in can take a day.`}
              </Banner>
              <MutationError of={optIn} />
              <Row>
                <Button
                  isPending={optIn.isPending}
                  sends
                  onPress={() =>
                    optIn.mutate({}, { onSuccess: ({ message }) => toast({ text: message, tone: 'good' }) })
                  }
                >
                  Opt in to business policies
                </Button>
                <Button isPending={refresh.isPending} onPress={() => refresh.mutate({})} variant="quiet">
                  Refresh
                </Button>
              </Row>
            </Stack>
          )}
          <div className={styles.pair}>
            {(Object.entries(policyFields) as readonly (readonly [PolicyKind, OfferField])[]).map(([policy, field]) => (
              <div data-field={field} key={field}>
                <Select
                  error={draft.error(field)}
                  label={offerFieldLabels[field]}
                  onChange={(id) => draft.change(field, id)}
                  options={policies
                    .filter((each) => each.kind === policy)
                    .map(({ policyId, name, description }) => ({ id: policyId, label: name, description }))}
                  placeholder="Choose"
                  value={draft.text(field) || null}
                />
              </div>
            ))}
            <div data-field="merchantLocationKey">
              <Select
                error={draft.error('merchantLocationKey')}
                label="Sent from"
                onChange={(id) => draft.change('merchantLocationKey', id)}
                options={locations
                  .filter(({ isEnabled }) => isEnabled)
                  .map(({ merchantLocationKey, name, address }) => ({
                    id: merchantLocationKey,
                    label: name,
                    description: address,
                  }))}
                placeholder={locations.length === 0 ? 'No location yet' : 'Choose'}
                value={draft.text('merchantLocationKey') || null}
              />
            </div>
          </div>
          <Row>
            <Button onPress={() => setIsCreating(true)} size="s" variant="quiet">
              New location
            </Button>
            {locations.length > 0 && (
              <Button onPress={() => setShowsLocations(true)} size="s" variant="quiet">
                Manage locations
              </Button>
            )}
            <Text size="meta" tone="faint">
              What you choose is remembered for the next listing.
            </Text>
          </Row>
          {showsLocations && <LocationsDialog locations={locations} onClose={() => setShowsLocations(false)} />}
          {isCreating && (
            <LocationDialog
              country={countryOf(marketplaceId)}
              onClose={() => setIsCreating(false)}
              onCreated={(key) => draft.change('merchantLocationKey', key)}
              taken={locations.map(({ merchantLocationKey }) => merchantLocationKey)}
            />
          )}
        </Stack>
      )}
    </QueryView>
  )
}
