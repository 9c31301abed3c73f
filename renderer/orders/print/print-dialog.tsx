/** Prints the pick list, the packing slips or the address labels of some parcels. */
import { FileDown, Printer } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Parcel } from '../../../shared/orders/packing-contract.ts'
import { useAction, useApiQuery, useUnboundClient } from '../../api/hooks.ts'
import { useConnection, usePlatform } from '../../api/use-connection.ts'
import { useViewState } from '../../api/use-view-state.ts'
import { ListingPicture } from '../../parts/orders/listing-picture.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { currentLocale, formatCount } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { chooseParcels, type ParcelScope } from '../packing/desk.ts'
import { listScopes, ScopeSelect, scopeLabel } from '../packing/parcel-scope.tsx'
import { labelSheets } from './label-sheets.ts'
import styles from './print-dialog.module.css'
import printed from './printed.module.css'
import { Labels, type Letterhead, type Paper, PickList, Slip } from './sheets.tsx'

export type Printed = 'pickList' | 'slips' | 'labels'

const titles: Readonly<Record<Printed, string>> = {
  pickList: 'Print the pick list',
  slips: 'Print packing slips',
  labels: 'Print address labels',
}

/** More sheets than these are not drawn in the preview. */
const MAX_PREVIEW = 4

/** Letter in North America, A4 elsewhere. */
const useUsualPaper = (): Paper => {
  const marketplaceId = useConnection()?.marketplaceId
  const language = usePlatform().marketplaces.find(({ id }) => id === marketplaceId)?.language ?? ''
  return /-(?:US|CA|MX|PH)$/.test(language) ? 'letter' : 'a4'
}

const useLetterhead = () => {
  const [heading, setHeading] = useViewState('orders.slipHeading', '')
  const [line, setLine] = useViewState('orders.slipLine', '')
  const [thanks, setThanks] = useViewState('orders.slipThanks', '')
  const [returns, setReturns] = useViewState('orders.slipReturns', '')
  const letterhead: Letterhead = { heading, line, thanks, returns }
  return { letterhead, setHeading, setLine, setThanks, setReturns }
}

const SlipOptions = ({
  head,
  hasPrices,
  setPrices,
}: {
  readonly head: ReturnType<typeof useLetterhead>
  readonly hasPrices: boolean
  readonly setPrices: (has: boolean) => void
}) => (
  <>
    <Checkbox isSelected={hasPrices} onChange={setPrices}>
      With prices, except for gifts
    </Checkbox>
    <TextField
      label="Heading"
      onChange={head.setHeading}
      placeholder="The name of your shop"
      value={head.letterhead.heading}
    />
    <TextField label="Line below it" onChange={head.setLine} value={head.letterhead.line} />
    <TextArea
      description="Leave empty for a thank-you in the buyer’s language."
      label="Thanks"
      onChange={head.setThanks}
      value={head.letterhead.thanks}
    />
    <TextArea label="Return address" onChange={head.setReturns} value={head.letterhead.returns} />
  </>
)

type PrintDialogProps = {
  readonly what: Printed
  /** The pile. */
  readonly parcels: readonly Parcel[]
  /** The parcel on the desk. */
  readonly openKey: string
  readonly onClose: () => void
}

export const PrintDialog = ({ what, parcels, openKey, onClose }: PrintDialogProps) => {
  const client = useUnboundClient()
  const nowMs = useNow()
  const host = useApiQuery('app', 'status', {}).data?.host
  const { scopes, initial } = listScopes(parcels, openKey)
  const [scope, setScope] = useState<ParcelScope>(initial)
  const [paper, setPaper] = useViewState('orders.paper', useUsualPaper())
  const [hasPrices, setPrices] = useViewState('orders.slipPrices', true)
  const [sheetId, setSheetId] = useViewState('orders.labelSheet', paper === 'a4' ? 'a4-21' : 'letter-30')
  const [skipped, setSkipped] = useState<number | null>(0)
  const head = useLetterhead()
  const chosen = chooseParcels(parcels, scope, openKey)
  const read = useApiQuery(
    'orders',
    'parcels',
    { parcels: chosen.map(({ orderIds }) => [...orderIds]) },
    { enabled: what !== 'pickList' && chosen.length > 0, keepPrevious: true },
  )
  const found = new Map((read.data?.parcels ?? []).map((detail) => [detail.key, detail]))
  const sheet = labelSheets.find(({ id }) => id === sheetId) ?? labelSheets[0]
  const page: Paper = paper === 'a4' ? 'a4' : 'letter'

  const print = useAction(async () => {
    if (host === 'electron') await client.app.print({})
    else window.print()
  })
  const savePdf = useAction(async () => {
    const { savedAs } = await client.app.savePdf({ name: `${what === 'pickList' ? 'pick-list' : what}.pdf` })
    if (savedAs !== null) toast({ text: `Saved as ${savedAs}`, tone: 'good' })
  })

  const draw = (some: readonly Parcel[]) => {
    if (what === 'pickList') {
      return (
        <PickList
          language={currentLocale() ?? navigator.language}
          nowMs={nowMs}
          paper={page}
          parcels={chosen}
          picture={(listingId) => <ListingPicture listingId={listingId} />}
          scope={scopeLabel(scope).toLowerCase()}
        />
      )
    }
    if (what === 'labels') {
      return <Labels details={some.flatMap(({ key }) => found.get(key) ?? [])} sheet={sheet} skipped={skipped ?? 0} />
    }
    return some.flatMap((parcel) => {
      const detail = found.get(parcel.key)
      return detail === undefined
        ? []
        : [
            <Slip
              detail={detail}
              hasPrices={hasPrices}
              key={parcel.key}
              letterhead={head.letterhead}
              paper={page}
              parcel={parcel}
            />,
          ]
    })
  }

  const withoutAddress = chosen.filter(({ key }) => found.get(key)?.address.length === 0)
  // What is printed is every chosen parcel, and not those that were chosen before.
  const isRead = read.data !== undefined && !read.isPlaceholderData
  const isReady = chosen.length > 0 && (what === 'pickList' || isRead)
  const perSheet = sheet.columns * sheet.rows
  return (
    <>
      <Dialog
        footer={
          <>
            <Button onPress={onClose}>Close</Button>
            {host === 'electron' && (
              <Button
                icon={FileDown}
                isDisabled={!isReady}
                isPending={savePdf.isPending}
                onPress={() => savePdf.mutate()}
              >
                Save as PDF
              </Button>
            )}
            <Button
              icon={Printer}
              isDisabled={!isReady}
              isPending={print.isPending}
              onPress={() => print.mutate()}
              variant="primary"
            >
              Print
            </Button>
          </>
        }
        onClose={onClose}
        size="l"
        title={titles[what]}
      >
        <div className={styles.body}>
          <Stack gap={3}>
            <MutationError of={print} title="Not printed." />
            <MutationError of={savePdf} title="Not saved." />
            <ScopeSelect onChange={setScope} scopes={scopes} value={scope} />
            {what === 'labels' ? (
              <>
                <Select
                  label="Labels"
                  onChange={setSheetId}
                  options={labelSheets.map(({ id, label }) => ({ id, label }))}
                  value={sheet.id}
                />
                {perSheet > 1 && (
                  <NumberField
                    description="Labels already used on the first sheet."
                    label="Skip"
                    max={perSheet - 1}
                    min={0}
                    onChange={setSkipped}
                    value={skipped}
                  />
                )}
              </>
            ) : (
              <Select
                label="Paper"
                onChange={setPaper}
                options={[
                  { id: 'a4', label: 'A4' },
                  { id: 'letter', label: 'Letter' },
                ]}
                value={page}
              />
            )}
            {what === 'slips' && <SlipOptions hasPrices={hasPrices} head={head} setPrices={setPrices} />}
            {what === 'labels' && withoutAddress.length > 0 && (
              <Text as="p" size="meta" tone="caution">
                {`No label, because the address is missing: ${withoutAddress.map(({ buyer, key }) => buyer ?? key).join(', ')}`}
              </Text>
            )}
            {what !== 'pickList' && chosen.length > MAX_PREVIEW && (
              <Text as="p" size="meta" tone="soft">
                {`The preview shows ${MAX_PREVIEW} of ${formatCount(chosen.length, 'parcel')}.`}
              </Text>
            )}
          </Stack>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled with the keys */}
          <section aria-label="Preview" className={printed.preview} tabIndex={0}>
            {draw(chosen.slice(0, MAX_PREVIEW))}
          </section>
        </div>
      </Dialog>
      {createPortal(
        <div aria-hidden="true" className={printed.printRoot}>
          {draw(chosen)}
        </div>,
        document.body,
      )}
    </>
  )
}
