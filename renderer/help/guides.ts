/** Guides: how the app is meant to be used. */
import type { PlatformName } from '../../shared/connection/platforms.ts'
import type { Explanation } from './explanation.ts'
import { offersGuide } from './offers.ts'

export const guides = ({ the, The }: PlatformName) =>
  ({
    start: {
      title: 'Getting started',
      text: 'Stallhand opens on a practice shop: buyers, items, notifications and a network that you can break. Nothing there reaches a real person, so try everything.',
      more: 'The first steps show the three things the app is for. When you are ready, add your own shop under Settings, Shops.',
      whatToDo: 'Show the first steps again at any time with the button below.',
    },
    connect: {
      title: 'Connecting your own shop',
      text: `You need the address of ${the} and an application on its developer pages, which gives you a client ID and a client secret. Start with the sandbox, where nothing reaches a real buyer.`,
      more: 'Add a connection guides you step by step and checks every service at the end. You can go back at any step; what you typed is kept.',
      whatToDo: 'Settings, Shops, Add a connection.',
    },
    today: {
      title: 'What Today shows',
      text: 'What is late comes first, then what is due by its time, then questions from buyers. Each line leads to the thing it is about.',
      more: 'In the evening it says whether everything is shipped, or what is left.',
    },
    answering: {
      title: 'Answering buyers',
      text: 'Open a conversation and write. Your draft is saved whenever you pause, and a reply waits a moment before it is sent, so that you can take it back.',
      more: 'Archive what is done, snooze what has to wait, and mark what needs no reply: it then no longer counts as waiting for you.',
      whatToDo: 'Settings, Undo time says how long a reply waits.',
    },
    replies: {
      title: 'Saved replies and earlier answers',
      text: 'Press / in an empty reply to insert a saved one. Your earlier answers to similar questions are shown above the text field.',
      more: 'A saved reply can hold the buyer’s name, the item, the order, the carrier and the tracking number. What isn’t known is named before anything is sent.',
    },
    offers: offersGuide,
    parcel: {
      title: 'When a buyer asks for a parcel',
      text: 'The order is shown beside the conversation, with what was sent and when it is expected. One key writes the reply with its tracking number.',
      whatToDo: 'Open the conversation and press t.',
    },
    shipping: {
      title: 'Marking orders as shipped',
      text: 'Open an order and enter carrier and tracking number, or paste a whole list under Orders: the columns are recognized by what is in them, and how they were read is shown above the rows.',
      more: 'A line that isn’t taken stays, with the reason. Nothing is marked twice, and two numbers for one order are two shipments.',
    },
    cases: {
      title: 'Returns, missing parcels and cancellations',
      text: `They are shown with what is due and when. You answer them on the pages of ${the}: Stallhand opens the right one, and refunds nothing by itself.`,
    },
    sheet: {
      title: 'Changing many items at once',
      text: 'Items is a sheet: type into cells, paste from a spreadsheet, or select rows and change them together. What you changed is tinted and kept as drafts.',
      more: 'Review changes shows the old and the new value of each, and any of them can be left out. Afterwards the whole run can be put back from the outbox.',
    },
    files: {
      title: 'Items from a file',
      text: `Import a CSV file of your own or from another tool, or a report from ${the}. A preview shows what each row would change before anything is kept.`,
      more: 'Columns with unknown names are matched by hand, once. If a spreadsheet changed an SKU, the item it came from is named.',
      whatToDo: 'Items, More, Import a CSV file.',
    },
    listing: {
      title: 'Listing an item',
      text: 'A new item needs pictures, a title, a category with its details, a condition, a price and how you ship. What is missing is named, and leads to its field.',
      more: 'You see the fees before you confirm. Ending a listing keeps it as a draft.',
    },
    variations: {
      title: 'Sizes and colors in one listing',
      text: 'Select the items that differ in a size or color and make a listing with variations of them. It is one row of the sheet that unfolds.',
    },
    elsewhere: {
      title: 'Listings made with another tool',
      text: 'They are in the sheet too, with title, price and stock. To edit them here, take them over: the listing keeps its number, watchers and sales.',
      more: 'Taking over can’t be undone, so it shows first which listings qualify and what changes for good.',
    },
    stock: {
      title: 'Low stock and selling out',
      text: 'A sale lowers the stock here too. Items at your limit are marked, and appear on Today while they are listed.',
      whatToDo: 'Items, More, List settings sets the limit.',
    },
    suggestions: {
      title: 'Suggested categories and details',
      text: `${The} can suggest a category and details from a title, a picture or a barcode. A suggestion changes nothing until you take it.`,
    },
    alerts: {
      title: 'Instant alerts',
      text: `With instant alerts a sale or a question is here within seconds. ${The} has to reach this computer for that, so a program that opens an address on the internet is needed.`,
      more: 'Without them Stallhand checks regularly, and nothing is missed. A notice from anyone else is ignored, and Stallhand tells you.',
    },
    outbox: {
      title: 'What waits in the outbox',
      text: 'Every change that goes to your shop waits there until it is done: messages, items, listings, shipments. What needs you is on top.',
      more: 'It also shows what was done today, and puts back what can be put back.',
    },
    undo: {
      title: 'Taking something back',
      text: 'Ctrl Z (⌘ Z on a Mac) takes back your last action, wherever it was: a message that still waits, an archived conversation, typed cells.',
      more: 'Before you confirm something that can’t be undone, Stallhand says so and names what will be lost.',
    },
    conflict: {
      title: 'When someone else changed it too',
      text: 'If you and another tool changed the same field, nothing is overwritten: both versions are shown side by side, and you choose field by field.',
    },
    privacy: {
      title: 'Where your data is',
      text: 'Everything is in one folder on this computer. Stallhand talks to your shop only; there is no account and no server of ours.',
      more: 'When a buyer’s account is closed, what they wrote and bought is erased here too, and in backups when they are restored.',
    },
    search: {
      title: 'Finding anything',
      text: 'Ctrl K (⌘ K on a Mac) finds conversations, orders, items, settings, help pages and commands by a few letters.',
      more: 'Each list has its own search as well; press / to go there.',
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
      text: 'Secrets would let someone else act as you. They are kept in this computer’s password store if it has one, and otherwise in memory until Stallhand quits.',
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
      more: 'Print a pick list, packing slips and address labels. With a scanner, scan the slip’s code, then each item, then the tracking number: a wrong item is reported at once. Where an item is kept is noted on its page, and stays on this computer.',
      whatToDo:
        'Postage can’t be bought here. Save a file for your carrier, buy the labels on its page, and paste the tracking numbers.',
    },
    earnings: {
      title: 'What you earned',
      text: `What ${the} says came in and went out: sales, fees, refunds, postage labels and other charges, month by month in the days of your marketplace. What is left is that, less what you paid for the items.`,
      more: 'What isn’t known isn’t counted as zero: while a cost is missing, the sum is “at most”. A sale keeps the cost it had when it was sold. Until the figures of a sale are here, it is estimated from its order and says so. Two currencies are never added.',
      whatToDo: 'Enter what you paid on an item’s page, in the Cost column of Items, or in a file.',
    },
    earningsFile: {
      title: 'The file for the accountant',
      text: 'One line per transaction: Date is the day in your marketplace’s zone; Kind says what it is; Paid is what the buyer paid or what was charged, before fees; Fees and Net belong to it, and Paid plus Fees is Net. Moved is money that only changed its place, such as a withdrawal, and is in no sum. Cost is what you paid for the items, empty where it isn’t known; Note says if it is known for some of them only. Estimate says “yes” where the figures come from the order.',
      more: 'The file of sums has one line per month and kind: its number of transactions and its amount, then Fees, Cost of items sold, and Left. Its sums are those on the screen. Every file has one currency, the same columns in the same order, and the oldest line first.',
      whatToDo: 'Earnings, File for the accountant. This isn’t tax advice: ask your accountant what counts.',
    },
    assistants: {
      title: 'Letting an assistant suggest',
      text: 'A chat assistant that runs on this computer can read what you allow and suggest replies, notes, changes to items and new items. It can’t send, save, list, delete, ship or accept anything: each suggestion waits beside the conversation, on the item’s page and in the outbox until you use it or dismiss it.',
      more: 'What it reads leaves this computer with the assistant that you chose. Addresses, telephone numbers, email addresses and secrets never do, except for an address that a buyer writes into a message in plain words.',
      whatToDo:
        'Settings, Advanced, Assistants, Add an assistant: it shows once what to put into the assistant’s settings.',
    },
    unknown: {
      title: 'When delivery is unknown',
      text: 'An answer can get lost on the way back. Stallhand then doesn’t send again: it reads the conversation or the item and compares.',
      more: 'If reading doesn’t settle it, it shows what it found and you decide.',
    },
    keyboard: {
      title: 'Working by keyboard',
      text: 'Every screen works without a mouse. Press ? for the keys of the current screen, and Ctrl K (⌘ K on a Mac) to find any command, record, setting or help page.',
      more: 'Escape always goes one level out.',
    },
  }) satisfies Readonly<Record<string, Explanation>>
