/** The locations that items are sent from: disables one, or enables it again (LST-05). */
import { useState } from 'react'
import type { ListingLocation } from '../../../shared/listing/contract/choices-contract.ts'
import { useApiMutation, useApiQuery, useReportedMutation } from '../../api/hooks.ts'
import { usePlatform } from '../../api/use-connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { ConfirmDialog, Dialog } from '../../ui/overlays/dialog.tsx'

type LocationProps = { readonly location: ListingLocation; readonly onClose: () => void }

/** `12 live listings and 1 draft`. */
const countUse = ({ live, drafts }: { readonly live: number; readonly drafts: number }): string =>
  [
    ...(live > 0 ? [formatCount(live, 'live listing')] : []),
    ...(drafts > 0 ? [formatCount(drafts, 'listing draft')] : []),
  ].join(' and ')

const DisableDialog = ({ location: { merchantLocationKey, name }, onClose }: LocationProps) => {
  const { label } = usePlatform()
  const use = useApiQuery('listing', 'locationUse', { merchantLocationKey })
  const disable = useApiMutation('listing', 'setLocationState')
  return (
    <ConfirmDialog
      cancelLabel="Keep it enabled"
      confirmLabel="Disable location"
      consequence={
        <QueryView label="What is sent from it" query={use} skeleton={{ shape: 'lines', count: 2 }}>
          {(counts) => {
            const used = countUse(counts)
            return (
              <Stack gap={2}>
                <p>
                  {used === ''
                    ? 'No listing of your list is sent from it.'
                    : `Sent from it: ${used}. Live listings stay live, but their prices, quantities and other details can’t be changed until you enable it again.`}
                </p>
                <p>{`Nothing new can be listed from it. ${label} keeps the location and its address.`}</p>
              </Stack>
            )
          }}
        </QueryView>
      }
      mutation={disable}
      onClose={onClose}
      onConfirm={() =>
        disable.mutate(
          { merchantLocationKey, isEnabled: false },
          {
            onSuccess: ({ message }) => {
              toast({ text: message === '' ? `${name} is disabled` : message })
              onClose()
            },
          },
        )
      }
      sends
      title={`Disable ${name}?`}
    />
  )
}

export type LocationsDialogProps = {
  readonly locations: readonly ListingLocation[]
  readonly onClose: () => void
}

export const LocationsDialog = ({ locations, onClose }: LocationsDialogProps) => {
  const [disabling, setDisabling] = useState<ListingLocation>()
  const enable = useReportedMutation('listing', 'setLocationState')
  return (
    <>
      <Dialog closeLabel="Close" onClose={onClose} title="Locations">
        <Stack aria-label="Locations" as="section" gap={3}>
          {locations.map((location) => {
            const { merchantLocationKey, name, address, isEnabled } = location
            return (
              <Row gap={3} justify="between" key={merchantLocationKey}>
                <Stack gap={0}>
                  <Row>
                    <Text strong>{name}</Text>
                    {!isEnabled && <Badge tone="caution">Disabled</Badge>}
                  </Row>
                  <Text size="meta" tone="soft">
                    {address}
                  </Text>
                </Stack>
                {isEnabled ? (
                  <Button aria-label={`Disable ${name}`} onPress={() => setDisabling(location)} size="s">
                    Disable
                  </Button>
                ) : (
                  <Button
                    aria-label={`Enable ${name}`}
                    isPending={enable.isPending}
                    onPress={() =>
                      enable.mutate(
                        { merchantLocationKey, isEnabled: true },
                        {
                          onSuccess: ({ message }) =>
                            toast({ text: message === '' ? `${name} is enabled` : message, tone: 'good' }),
                        },
                      )
                    }
                    sends
                    size="s"
                  >
                    Enable
                  </Button>
                )}
              </Row>
            )
          })}
        </Stack>
      </Dialog>
      {disabling !== undefined && <DisableDialog location={disabling} onClose={() => setDisabling(undefined)} />}
    </>
  )
}
