/**
 * The printed sheets: pick list, packing slips and address labels (ORD-10). Pure: the same data, the same sheet.
 *
 * SECURITY (ORD-10): names, notes and titles come from strangers. They become text nodes and never markup, the window's policy
 * lets a sheet run no script and load nothing from a network, and pictures are those that main checked.
 */
import type { ReactNode } from 'react'
import { formatMoney, moneyText, parseMoney } from '../../../shared/money.ts'
import type { Parcel, ParcelDetail, ParcelItem } from '../../../shared/orders/packing-contract.ts'
import { countPieces, itemKey, itemName } from '../packing/desk.ts'
import { encodeCode128 } from './code128.ts'
import { type LabelSheet, placeLabels } from './label-sheets.ts'
import { makePickList } from './pick-list.ts'
import styles from './printed.module.css'
import { slipTexts } from './slip-texts.ts'

export type Paper = 'a4' | 'letter'

/** What the seller adds to a slip. */
export type Letterhead = {
  readonly heading: string
  readonly line: string
  /** Empty for a thank-you in the buyer's language. */
  readonly thanks: string
  readonly returns: string
}

type Amount = { readonly value: string; readonly currency: string }

const formatAmount = (amount: Amount | null, language: string): string => {
  if (amount === null) return ''
  const value = Number(amount.value)
  return Number.isNaN(value) ? `${amount.value} ${amount.currency}` : formatMoney(value, amount.currency, language)
}

const formatDate = (atMs: number, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', month: 'long', day: 'numeric' }).format(atMs)

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

type PickListProps = {
  readonly parcels: readonly Parcel[]
  readonly paper: Paper
  readonly nowMs: number
  /** "late and due today" */
  readonly scope: string
  /** A tag of the seller's language. */
  readonly language: string
  readonly picture: (listingId: string | null) => ReactNode
}

export const PickList = ({ parcels, paper, nowMs, scope, language, picture }: PickListProps) => {
  const orders = parcels.reduce((sum, { orderIds }) => sum + orderIds.length, 0)
  const pieces = parcels.reduce((sum, parcel) => sum + countPieces(parcel), 0)
  return (
    <article aria-label="Pick list" className={styles.sheet} data-page={paper}>
      <header className={styles.top}>
        <div>
          <h1>Pick list</h1>
          <p>{`${formatDate(nowMs, language)} · ${scope}`}</p>
        </div>
        <p className={styles.end}>
          {orders === parcels.length
            ? count(orders, 'order')
            : `${count(orders, 'order')}, ${count(parcels.length, 'parcel')}`}
          <br />
          <b>{count(pieces, 'piece')}</b>
        </p>
      </header>
      <table>
        <thead>
          <tr>
            <th />
            <th>Place</th>
            <th />
            <th>Item</th>
            <th>Pieces</th>
            <th>For</th>
          </tr>
        </thead>
        <tbody>
          {makePickList(parcels).map(({ id, place, name, sku, listingId, pieces: wanted, buyers }) => (
            <tr key={id}>
              <td className={styles.box} />
              <td className={styles.large}>{place}</td>
              <td className={styles.picture}>{picture(listingId)}</td>
              <td>
                <bdi>{name}</bdi>
                {sku !== null && <span className={styles.under}>{sku}</span>}
              </td>
              <td className={styles.large}>{wanted}</td>
              <td>
                <bdi>{buyers.join('; ')}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  )
}

const OrderCode = ({ orderId }: { readonly orderId: string }) => {
  const code = encodeCode128(orderId)
  return (
    <div className={styles.order}>
      {code !== undefined && (
        <svg
          aria-label={`Code of order ${orderId}`}
          className={styles.code}
          preserveAspectRatio="none"
          role="img"
          viewBox={`0 0 ${code.width} 1`}
        >
          <path d={code.path} />
        </svg>
      )}
      <p className={styles.small}>{orderId}</p>
    </div>
  )
}

const linePrice = ({ price, pieces }: ParcelItem): Amount | null => {
  const each = price === null ? undefined : parseMoney(price.value, price.currency)
  return each === undefined
    ? null
    : { value: moneyText({ ...each, minor: each.minor * pieces }), currency: each.currency }
}

/** The first word of a name, for a greeting; empty if there is none. */
const firstName = (name: string | null): string => (name ?? '').trim().split(/\s+/)[0] ?? ''

type SlipProps = {
  readonly parcel: Parcel
  readonly detail: ParcelDetail
  readonly paper: Paper
  readonly letterhead: Letterhead
  /** A gift has none either way. */
  readonly hasPrices: boolean
}

export const Slip = ({ parcel, detail, paper, letterhead, hasPrices }: SlipProps) => {
  const { language, texts } = slipTexts(detail.language)
  const isPriced = hasPrices && !parcel.isGift
  const [firstOrder = parcel.key] = parcel.orderIds
  const thanks = letterhead.thanks.trim() === '' ? texts.thanks(firstName(detail.name)) : letterhead.thanks
  const money = (amount: Amount | null): string => formatAmount(amount, language)
  return (
    <article aria-label="Packing slip" className={styles.sheet} data-page={paper} lang={language}>
      <header className={styles.top}>
        <div>
          <h1>{letterhead.heading}</h1>
          <p>{letterhead.line}</p>
        </div>
        <OrderCode orderId={firstOrder} />
      </header>
      <div className={styles.columns}>
        <section>
          <h2>{texts.to}</h2>
          <address className={styles.to}>
            {detail.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </section>
        <section>
          <h2>{detail.orders.length > 1 ? texts.orders : texts.order}</h2>
          {detail.orders.map(({ orderId, createdAtMs }) => (
            <p key={orderId}>{createdAtMs === null ? orderId : `${orderId}, ${formatDate(createdAtMs, language)}`}</p>
          ))}
          {parcel.service !== null && <p>{parcel.service}</p>}
        </section>
      </div>
      <table>
        <thead>
          <tr>
            <th>{texts.item}</th>
            <th className={styles.end}>{texts.pieces}</th>
            {isPriced && <th className={styles.end}>{texts.each}</th>}
            {isPriced && <th className={styles.end}>{texts.total}</th>}
          </tr>
        </thead>
        <tbody>
          {parcel.items.map((item) => (
            <tr key={itemKey(item)}>
              <td>
                <bdi>{itemName(item)}</bdi>
                {item.sku !== null && <span className={styles.under}>{item.sku}</span>}
              </td>
              <td className={styles.end}>{item.pieces}</td>
              {isPriced && <td className={styles.end}>{money(item.price)}</td>}
              {isPriced && <td className={styles.end}>{money(linePrice(item))}</td>}
            </tr>
          ))}
          {isPriced &&
            [
              { label: texts.items, amount: parcel.itemsTotal },
              { label: texts.shipping, amount: detail.shipping },
              { label: texts.paid, amount: detail.paid, isAll: true },
            ].map(
              ({ label, amount, isAll = false }) =>
                amount !== null && (
                  <tr className={styles.sum} data-all={isAll || undefined} key={label}>
                    <td colSpan={3}>{label}</td>
                    <td className={styles.end}>{money(amount)}</td>
                  </tr>
                ),
            )}
        </tbody>
      </table>
      <footer className={styles.thanks}>
        <p>{thanks}</p>
        {letterhead.returns.trim() !== '' && (
          <p className={styles.small}>{`${texts.returns}: ${letterhead.returns.trim().replace(/\s*\n\s*/g, ', ')}`}</p>
        )}
      </footer>
    </article>
  )
}

type LabelsProps = {
  readonly sheet: LabelSheet
  /** Positions of the first sheet that are used up. */
  readonly skipped: number
  readonly details: readonly ParcelDetail[]
}

export const Labels = ({ sheet, skipped, details }: LabelsProps) => (
  <>
    {placeLabels(
      sheet,
      details.filter(({ address }) => address.length > 0),
      skipped,
    ).map((labels, page) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its place in the print
      <article aria-label="Address labels" className={styles.labels} data-page={sheet.page} key={page}>
        {labels.map(({ content, left, top }) => (
          <address
            className={styles.label}
            key={content.key}
            style={{
              left: `${left}mm`,
              top: `${top}mm`,
              width: `${sheet.width}mm`,
              height: `${sheet.height}mm`,
            }}
          >
            {content.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        ))}
      </article>
    ))}
  </>
)
