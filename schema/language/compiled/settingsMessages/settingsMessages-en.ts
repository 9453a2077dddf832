// Made by `npm run texts` from schema/texts.
import type { SettingsMessagesTexts } from './settingsMessages-type.ts'
import { number, plural } from "@messageformat/runtime";
import { en } from "@messageformat/runtime/lib/cardinals";

export const texts = {
  rules: {
    title: () => "Messages to Customers",
    text: (d) => "Choose at which status a customer hears from you. What is sent by itself goes a minute after the status was set, if it still holds, and never at night. In a text, " + d.names + " are filled in.",
    save: () => "Save Messages",
    saved: () => "Messages saved",
    failed: () => "Failed to save the messages. Please try again.",
    nothing: () => "Nothing",
    sms: () => "Text message",
    email: () => "E-mail",
    smsAt: (d) => d.topic + ": text message",
    emailAt: (d) => d.topic + ": e-mail",
    modes: {
      off: () => "Off",
      ask: () => "Ask me each time",
      send: () => "Send by itself"
    },
    does: {
      sms: {
        ask: () => "Text message: ask me each time",
        send: () => "Text message: send by itself"
      },
      email: {
        ask: () => "E-mail: ask me each time",
        send: () => "E-mail: send by itself"
      }
    },
    subject: () => "Subject",
    body: () => "Text",
    noLinks: (d) => d.link + " is left out of what is sent: customers could not open it. Whoever runs the server sets " + d.setting + ".",
    countWithName: (d) => d.count + " with the name " + d.name,
    sampleName: () => "Mary Smith",
    tryOut: () => "Try it out: send it to",
    smsHint: () => "A number such as +15550102000",
    emailHint: () => "Your own e-mail address",
    sendTest: () => "Send Test",
    testSent: () => "Test message sent",
    testFailed: () => "The test message was not sent",
    textRequired: () => "Text is required",
    noPlaceholder: (d) => "There is no " + d.name + ". Use " + d.names + ".",
    atMost: (d) => "At most " + d.count + " characters"
  },
  hooks: {
    title: () => "Webhooks",
    text: () => "Other programs are told at once what happens in this shop.",
    whatTheyGet: () => "What they get",
    add: () => "Add webhook",
    addFailed: () => "Failed to add webhook",
    added: () => "Webhook added",
    deliveries: () => "Deliveries",
    none: () => "No webhooks yet.",
    address: () => "Address",
    addressHint: () => "Where the program listens, such as https://example.com/mainspring",
    secret: () => "Secret",
    secretHint: () => "By it the receiver tells that a message is yours. Copy it now: it will not be shown again.",
    sendTest: () => "Send a test",
    ofUrl: (d) => "of " + d.url,
    toUrl: (d) => "to " + d.url,
    testArrived: () => "The test arrived",
    testLost: () => "The test did not arrive",
    testFailed: () => "The test could not be sent",
    pause: () => "Pause",
    resume: () => "Resume",
    paused: () => "Webhook paused",
    resumed: () => "Webhook resumed",
    pauseFailed: () => "Failed to pause webhook",
    resumeFailed: () => "Failed to resume webhook",
    sureToDelete: () => "Delete this webhook? What still waits is not sent.",
    deleted: () => "Webhook deleted",
    deleteFailed: () => "Failed to delete webhook",
    nothingTold: () => "Nothing happened yet that this webhook is told.",
    tryNow: () => "Try now",
    repeat: () => "Repeat",
    repeatFailed: () => "It could not be sent again",
    triedNow: () => "It is tried now",
    arrived: () => "It arrived",
    notArrived: () => "It did not arrive"
  },
  events: {
    order: {
      created: () => "Order created",
      status: () => "Order got another status",
      updated: () => "Order changed otherwise",
      deleted: () => "Order deleted",
      restored: () => "Order brought back"
    },
    payment: {
      created: () => "Payment taken",
      updated: () => "Payment changed",
      deleted: () => "Payment deleted",
      restored: () => "Payment brought back"
    },
    customer: {
      created: () => "Customer created",
      updated: () => "Customer changed",
      deleted: () => "Customer deleted",
      restored: () => "Customer brought back",
      erased: () => "Customer erased for good"
    },
    estimate: {
      sent: () => "Estimate sent",
      decided: () => "Estimate approved or declined",
      withdrawn: () => "Estimate withdrawn"
    }
  },
  groups: {
    orders: () => "Orders",
    payments: () => "Payments",
    customers: () => "Customers",
    estimates: () => "Estimates"
  },
  told: {
    everything: () => "Everything",
    andMore: (d) => d.events + " and " + d.count + " more",
    answered: (d) => "The receiver answered " + d.code + ".",
    paused: (d) => plural(d.waiting, 0, en, { "0": "Paused: nothing waits. Events wait up to 30 days.", one: "Paused: " + number("en", d.waiting, 0) + " event waits. Events wait up to 30 days.", other: "Paused: " + number("en", d.waiting, 0) + " events wait. Events wait up to 30 days." }),
    pausedSince: (d) => plural(d.waiting, 0, en, { "0": "Paused since " + d.since + ": nothing waits. Events wait up to 30 days.", one: "Paused since " + d.since + ": " + number("en", d.waiting, 0) + " event waits. Events wait up to 30 days.", other: "Paused since " + d.since + ": " + number("en", d.waiting, 0) + " events wait. Events wait up to 30 days." }),
    failing: (d) => plural(d.waiting, 0, en, { one: "Nothing arrives: " + number("en", d.waiting, 0) + " event waits.", other: "Nothing arrives: " + number("en", d.waiting, 0) + " events wait." }),
    failingSince: (d) => plural(d.waiting, 0, en, { one: "Nothing arrives since " + d.since + ": " + number("en", d.waiting, 0) + " event waits.", other: "Nothing arrives since " + d.since + ": " + number("en", d.waiting, 0) + " events wait." }),
    nextTry: (d) => "Next try " + d.at + ".",
    toBeSent: (d) => plural(d.waiting, 0, en, { one: number("en", d.waiting, 0) + " event waits to be sent.", other: number("en", d.waiting, 0) + " events wait to be sent." }),
    nothingSent: () => "Nothing sent yet.",
    allSentLast: (d) => "All sent. Last " + d.at + "."
  },
  states: {
    idle: () => "All sent",
    waiting: () => "Waiting",
    failing: () => "Failing",
    paused: () => "Paused",
    delivered: () => "Delivered",
    failed: () => "Given up"
  },
  tries: {
    count: (d) => plural(d.count, 0, en, { one: number("en", d.count, 0) + " try", other: number("en", d.count, 0) + " tries" }),
    notYet: () => "Not sent yet",
    withOthers: () => "Given up with those before it"
  },
  csv: {
    events: () => "Events",
    state: () => "State",
    lastSent: () => "Last sent",
    answer: () => "Answer",
    time: () => "Time",
    event: () => "Event",
    tries: () => "Tries"
  },
  sampleDevice: () => "Samsung Galaxy S24 Ultra",
  reminders: {
    title: () => "Reminders",
    text: () => "Each goes once, in the daytime, if it still holds then. Nobody is reminded of what was due before you switch a reminder on.",
    begin: {
      notPickedUp: () => "Days after it was set to Fixed",
      estimateUnanswered: () => "Days after the estimate was sent",
      balanceOpen: () => "Days after it was picked up"
    },
    daysNeeded: (d) => "A number of days, 1 to " + d.most,
    does: {
      sms: (d) => plural(d.count, 0, en, { one: "Text message: after " + d.days + " day", other: "Text message: after " + d.days + " days" }),
      email: (d) => plural(d.count, 0, en, { one: "E-mail: after " + d.days + " day", other: "E-mail: after " + d.days + " days" })
    }
  }
} as SettingsMessagesTexts
