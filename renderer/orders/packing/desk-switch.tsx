/** The two views of the orders: the list and the packing desk. */
import { locationHref } from '../../location.ts'
import { deskLocation } from '../../parts/orders/desk-path.ts'
import styles from './desk-switch.module.css'

export const DeskSwitch = ({ current }: { readonly current: 'list' | 'desk' }) => (
  <nav aria-label="View" className={styles.choices}>
    <a aria-current={current === 'list' ? 'page' : undefined} href={locationHref({ screen: 'orders', path: [] })}>
      List
    </a>
    <a aria-current={current === 'desk' ? 'page' : undefined} href={locationHref(deskLocation())}>
      Packing desk
    </a>
  </nav>
)
