/** Guides: how the app is meant to be used. */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import type { Explanation } from './explanation.ts'

export const guides = ({ the }: PlatformName) =>
  ({
    start: {
      title: 'Getting started',
      text: 'Stallhand opens on a practice shop: buyers, items, notifications and a network that you can break. Nothing there reaches a real person, so try everything.',
      more: 'The first steps show the three things the app is for. When you feel at home, add your own shop under Settings, Shops.',
      whatToDo: 'Show the first steps again at any time with the button below.',
    },
    connect: {
      title: 'Connecting your own shop',
      text: `You need the address of ${the} and an application on its developer pages, which gives you a client ID and a client secret. Start with the sandbox, where nothing reaches a real buyer.`,
      more: 'Add a connection guides you step by step and checks every service at the end. You can go back at any step; what you typed is kept.',
      whatToDo: 'Settings, Shops, Add a connection.',
    },
    offline: {
      title: 'Working offline',
      text: `Everything you write is saved on this computer first. Messages wait in the outbox and are sent automatically, in order, when ${the} can be reached again.`,
      more: 'Item saves and other changes wait there too. Before a save is sent, Stallhand reads the item again, and stops if someone else changed the same field.',
    },
    production: {
      title: 'Production and read-only mode',
      text: 'A production connection is crimson at the top of the window and on every button that sends. Stallhand asks once before its first change after each start.',
      more: 'In read-only mode nothing is sent. Turn it on under Settings, Open connection; it stays on after a restart.',
    },
    secrets: {
      title: 'Secrets',
      text: 'Secrets would let someone else act as you. They are kept in this computer’s key store if it has one, and otherwise in memory until Stallhand quits.',
      more: 'They are never shown again, and no backup, export, log or report contains them.',
      whatToDo: 'Settings shows where your secrets are kept.',
    },
    data: {
      title: 'Backups and moving to another computer',
      text: 'Stallhand backs up automatically before anything that could harm the database, and whenever you ask. Restoring a backup first backs up the current data.',
      more: 'Export writes all data of a connection into one file, without secrets. Import it on another computer, then sign in there.',
      whatToDo: 'Settings, Storage.',
    },
    packing: {
      title: 'Packing parcels',
      text: 'The packing desk under Orders shows what is to ship, by the day it is due: what to fetch and where it is, the address, the buyer’s note. Orders of one buyer to one address are one parcel. Press Enter for packed, next.',
      more: 'Print a pick list, packing slips and address labels. With a scanner, scan the slip’s code, then each item, then the tracking number: a wrong item is said at once. Where an item is kept is noted on its page, and stays on this computer.',
      whatToDo:
        'Postage can’t be bought here. Save a file for your carrier, buy the labels on its page, and paste the tracking numbers.',
    },
    unknown: {
      title: 'When delivery is unknown',
      text: 'An answer can get lost on the way back. Stallhand then does not send again: it reads the conversation or the item and compares.',
      more: 'If reading does not settle it, it shows what it found and you decide.',
    },
    keyboard: {
      title: 'Working by keyboard',
      text: 'Every screen works without a mouse. Press ? for the keys of the current screen, and Ctrl K (⌘ K on a Mac) to find any command, record, setting or help page.',
      more: 'Escape always goes one level out.',
    },
  }) satisfies Readonly<Record<string, Explanation>>
