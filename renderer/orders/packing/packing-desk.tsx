/** The packing desk: the pile of parcels, the one on the desk, and what is printed, written and pasted for all of them. */
import { ChevronDown, ClipboardPaste, FileDown, PackageCheck, Printer, ScanLine } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Parcel } from '../../../shared/orders/packing-contract.ts'
import { useApiQuery, useClient, useReportedMutation } from '../../api/hooks.ts'
import { CommandIconButton, CommandMenu } from '../../commands/command-button.tsx'
import { useCommand } from '../../commands/registry.ts'
import { ReadingProblem } from '../../parts/orders/reading-problem.tsx'
import { classNames } from '../../ui/base/class-names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { EmptyState } from '../../ui/feedback/states.tsx'
import { toastFailure } from '../../ui/feedback/toast.tsx'
import { doUndoably } from '../../ui/feedback/undo.ts'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { closePanel } from '../orders-panel.ts'
import { PrintDialog } from '../print/print-dialog.tsx'
import { PasteNumbers } from '../ship/paste-numbers.tsx'
import { shipParcel } from '../ship/ship-parcel.ts'
import { CarrierDialog } from './carrier-dialog.tsx'
import { findBeside, findNext, findOpen } from './desk.ts'
import { DeskSwitch } from './desk-switch.tsx'
import styles from './packing-desk.module.css'
import { ParcelList } from './parcel-list.tsx'
import { ParcelPane } from './parcel-pane.tsx'
import { findUnscanned, readScan, type Ticks } from './scan.ts'
import { useParcelNumber } from './use-parcel-number.ts'

type Packing = {
  readonly parcel: Parcel
  readonly number: string | null
  readonly findCarrier: () => Promise<string | null>
  readonly onUndo: () => void
}

/** Packs a parcel, and marks its orders as shipped if there is a number. */
const usePack = () => {
  const client = useClient()
  return ({ parcel, number, findCarrier, onUndo }: Packing): Promise<boolean> => {
    const orderIds = [...parcel.orderIds]
    const who = parcel.buyer ?? orderIds[0]
    return doUndoably(
      { label: number === null ? `Packed for ${who}` : `Parcel for ${who} marked as shipped` },
      async () => {
        const unship =
          number === null ? undefined : await shipParcel(client, { parcel, number, carrier: await findCarrier() })
        await client.orders.setPacked({ orderIds, isPacked: true })
        return {
          undo: async () => {
            onUndo()
            await client.orders.setPacked({ orderIds, isPacked: false })
            return (await unship?.()) ?? { is: 'undone' }
          },
          isQuiet: true,
        }
      },
    )
  }
}

type Said = { readonly isWrong: boolean; readonly text: string }

/** `firstKey`: the parcel to begin with (`Parcel.key`); undefined for the first one that isn't packed. */
export const PackingDesk = ({ firstKey }: { readonly firstKey: string | undefined }) => {
  const nowMs = useNow()
  const pile = useApiQuery('orders', 'pile', {})
  const parcels = pile.data?.parcels ?? []
  const [shownParcel, setShownParcel] = useState<Parcel>()
  const first = firstKey === undefined ? undefined : parcels.find(({ orderIds }) => orderIds.includes(firstKey))
  const { open, isGone } = findOpen(parcels, shownParcel ?? first)
  if (pile.data !== undefined && open !== shownParcel) setShownParcel(open)
  const [ticks, setTicks] = useState<Ticks>(new Map())
  const [scanned, setScanned] = useState('')
  const [said, setSaid] = useState<Said>()
  const [shown, setShown] = useState<'pickList' | 'slips' | 'labels' | 'carrierFile' | 'numbers'>()
  const { number, find: findTyped, set: setTyped, forget: forgetTyped } = useParcelNumber(open)
  const client = useClient()
  const pack = usePack()
  const setPacked = useReportedMutation('orders', 'setPacked')
  const setSeparate = useReportedMutation('orders', 'setSeparate')
  const scanRef = useRef<HTMLInputElement>(null)
  const numberRef = useRef<HTMLInputElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const hasPile = parcels.length > 0

  useEffect(() => {
    // Opening a screen focuses it as a whole.
    const isUnfocused = document.activeElement === document.body || document.activeElement?.tagName === 'MAIN'
    if (hasPile && isUnfocused) listRef.current?.focus({ preventScroll: true })
  }, [hasPile])

  const show = (key: string | undefined): void => {
    setShownParcel(parcels.find((parcel) => parcel.key === key) ?? shownParcel)
    setSaid(undefined)
  }

  const packNow = (parcel: Parcel, trackingNumber: string | null, findCarrier: Packing['findCarrier']): void => {
    const next = findNext(parcels, parcel.key)
    show(next?.key ?? parcel.key)
    // What had the focus is of the packed parcel: the next Enter must not be for another one. A scanner goes on.
    if (document.activeElement !== scanRef.current) listRef.current?.focus({ preventScroll: true })
    const typed = findTyped(parcel)
    const onUndo = (): void => {
      setTyped(parcel, typed)
      show(parcel.key)
    }
    pack({ parcel, number: trackingNumber, findCarrier, onUndo })
      // An undo before the answer has put the number back.
      .then((isDone) => isDone && forgetTyped(parcel))
      .catch((error: unknown) => {
        show(parcel.key)
        toastFailure(error)
      })
  }
  const packOpen = (): void => {
    if (open === undefined || isGone) return
    const text = number.text.trim()
    packNow(open, text === '' ? null : text, number.findCarrier)
  }

  /** A scanned number completes the parcel, if its carrier is known and no scanned piece is missing. */
  const takeNumber = async (parcel: Parcel, text: string): Promise<void> => {
    const unscanned = findUnscanned(parcel, ticks)
    const { rows } = await client.orders.readShipments({ text: `${parcel.key}, , ${text}` })
    const [row] = rows
    const carrier = row?.carrier?.code ?? null
    const trackingNumber = row?.trackingNumber ?? text
    const wrong =
      unscanned ??
      (parcel.isPacked
        ? `The parcel for ${parcel.buyer ?? parcel.key} is packed already.`
        : parcel.wantsCancel
          ? 'The buyer asked to cancel this order. Answer the request first.'
          : carrier === null
            ? `${text} isn’t a known order, item or tracking number. If it’s a tracking number, choose its carrier.`
            : (row?.problem ?? row?.doubts[0]))
    if (wrong === undefined) {
      packNow(parcel, trackingNumber, async () => carrier)
      setSaid({ isWrong: false, text: `Complete: ${parcel.buyer ?? parcel.key}, ${trackingNumber}` })
      return
    }
    if (!parcel.isPacked) setTyped(parcel, { text })
    setSaid({ isWrong: true, text: wrong })
  }

  const scan = (): void => {
    const text = scanned.trim()
    if (text === '') return
    setScanned('')
    const result = readScan(text, { parcels, open: isGone ? undefined : open, ticks })
    if (result.is === 'order') show(result.key)
    else if (result.is === 'item') {
      setTicks(result.ticks)
      setSaid({ isWrong: false, text: result.text })
    } else if (result.is === 'wrong') setSaid({ isWrong: true, text: result.text })
    else if (isGone) setSaid({ isWrong: true, text: 'This parcel is no longer to ship. Open the next one.' })
    else if (open !== undefined) void takeNumber(open, result.number).catch(toastFailure)
  }

  const move = (step: 1 | -1): void => show(findBeside(parcels, open?.key, step)?.key)
  const separate = isGone ? undefined : findSeparate(parcels, open)

  useCommand('orders.list', closePanel)
  useCommand('orders.search', () => scanRef.current?.focus(), { label: 'Scan' })

  return (
    <section aria-label="Packing desk" className={styles.desk}>
      <header className={styles.head}>
        <h2>Orders</h2>
        <DeskSwitch current="desk" />
        <label className={styles.scan}>
          <ScanLine aria-hidden="true" size={16} />
          <input
            aria-label="Scan an order, item or tracking number"
            autoComplete="off"
            onChange={(event) => setScanned(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                event.preventDefault()
                scan()
              } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                event.preventDefault()
                move(event.key === 'ArrowDown' ? 1 : -1)
              } else if (event.key === 'Escape') {
                event.preventDefault()
                event.stopPropagation()
                setScanned('')
                listRef.current?.focus({ preventScroll: true })
              }
            }}
            placeholder="Scan an order, item or tracking number"
            ref={scanRef}
            value={scanned}
          />
        </label>
        <span className={styles.acts}>
          <PrintMenu isDisabled={!hasPile} onPrint={setShown} />
          <span className={styles.act}>
            <CommandIconButton
              command="orders.carrierFile"
              icon={FileDown}
              isDisabled={!hasPile}
              label="Carrier file"
              onPress={() => setShown('carrierFile')}
              shortLabel="Carrier file"
            />
          </span>
          <span className={styles.act}>
            <CommandIconButton
              command="orders.pasteTracking"
              icon={ClipboardPaste}
              onPress={() => setShown('numbers')}
              shortLabel="Tracking numbers"
            />
          </span>
        </span>
      </header>
      <p className={classNames(styles.said, styles.wrong)} role="alert">
        {said?.isWrong === true ? said.text : ''}
      </p>
      <p className={classNames(styles.said, styles.right)} role="status">
        {said?.isWrong === false ? said.text : ''}
      </p>
      <ReadingProblem />
      <QueryView label="What is to ship" query={pile} skeleton={{ shape: 'rows' }}>
        {({ leftOut, doneToday }) =>
          open === undefined ? (
            <EmptyState
              heading={doneToday > 0 ? 'All shipped' : 'Nothing to ship'}
              icon={PackageCheck}
              text={
                doneToday > 0
                  ? `${formatCount(doneToday, 'order')} packed or shipped today.`
                  : 'Orders that are paid and not shipped yet are packed here.'
              }
            />
          ) : (
            <div className={styles.panes}>
              <div className={styles.pile}>
                {leftOut > 0 && (
                  <p
                    className={styles.leftOut}
                  >{`${formatNumber(leftOut)} later orders follow once some are shipped.`}</p>
                )}
                <ParcelList
                  listRef={listRef}
                  nowMs={nowMs}
                  onMove={move}
                  onOpen={show}
                  openKey={open.key}
                  parcels={parcels}
                />
              </div>
              <ParcelPane
                isGone={isGone}
                key={open.key}
                number={number}
                numberRef={numberRef}
                onNext={() => show(findNext(parcels, open.key)?.key ?? findBeside(parcels, open.key, 1)?.key)}
                onPacked={packOpen}
                onUnpack={() => setPacked.mutate({ orderIds: [...open.orderIds], isPacked: false })}
                parcel={open}
                separate={
                  separate && {
                    label: separate.isSeparate ? 'Pack separately' : 'Pack together',
                    run: () => setSeparate.mutate(separate),
                  }
                }
                ticks={ticks}
              />
              {(shown === 'pickList' || shown === 'slips' || shown === 'labels') && (
                <PrintDialog onClose={() => setShown(undefined)} openKey={open.key} parcels={parcels} what={shown} />
              )}
              {shown === 'carrierFile' && (
                <CarrierDialog onClose={() => setShown(undefined)} openKey={open.key} parcels={parcels} />
              )}
            </div>
          )
        }
      </QueryView>
      {shown === 'numbers' && (
        <PasteNumbers onClose={() => setShown(undefined)} orderIds={parcels.flatMap(({ orderIds }) => orderIds)} />
      )}
    </section>
  )
}

/** What "Pack separately" or "Pack together" does with the open parcel; undefined if neither makes sense. */
const findSeparate = (parcels: readonly Parcel[], open: Parcel | undefined) => {
  if (open === undefined || open.isPacked) return undefined
  if (open.orderIds.length > 1) return { orderIds: [...open.orderIds], isSeparate: true }
  const apart = parcels.filter(({ buyer, isSeparate, isPacked }) => isSeparate && !isPacked && buyer === open.buyer)
  if (!open.isSeparate || apart.length < 2) return undefined
  return { orderIds: apart.flatMap(({ orderIds }) => orderIds), isSeparate: false }
}

const PrintMenu = ({
  isDisabled,
  onPrint,
}: {
  readonly isDisabled: boolean
  readonly onPrint: (what: 'pickList' | 'slips' | 'labels') => void
}) => (
  <CommandMenu
    actions={[
      {
        command: 'orders.print',
        description: 'What to fetch, by place',
        onPress: () => onPrint('pickList'),
        isDisabled,
      },
      {
        command: 'orders.printSlips',
        description: 'A page for each parcel',
        onPress: () => onPrint('slips'),
        isDisabled,
      },
      {
        command: 'orders.printLabels',
        description: 'Addresses on label sheets; without postage',
        onPress: () => onPrint('labels'),
        isDisabled,
      },
    ]}
    label="Print"
    placement="bottom end"
    trigger={
      <Button icon={Printer} isDisabled={isDisabled}>
        Print <ChevronDown aria-hidden="true" className={styles.chevron} size={16} />
      </Button>
    }
  />
)
