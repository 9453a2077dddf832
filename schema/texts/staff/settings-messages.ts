/** Which messages go to customers by themselves, and webhooks: addresses of other programs that are told what happens in a shop. */
export const settingsMessages = {
  rules: {
    title: 'Messages to Customers',
    // names: of placeholders, typed like that in every language.
    text: 'Choose at which status a customer hears from you. Automatic messages leave one minute after the status is set, if it has not changed, and never at night. Mainspring fills in {names}.',
    save: 'Save Messages',
    saved: 'Messages saved',
    failed: 'Failed to save the messages. Please try again.',
    // At this status no message is sent.
    nothing: 'Nothing',
    sms: 'Text message',
    email: 'E-mail',
    // topic: a status of an order, or a reminder.
    smsAt: '{topic}: text message',
    emailAt: '{topic}: e-mail',
    modes: {
      off: 'Off',
      ask: 'Ask me each time',
      send: 'Send automatically',
    },
    does: {
      sms: {
        // What a status sends, in short.
        ask: 'Text message: ask me each time',
        send: 'Text message: sent automatically',
      },
      email: {
        ask: 'E-mail: ask me each time',
        send: 'E-mail: sent automatically',
      },
    },
    // Of an e-mail.
    subject: 'Subject',
    body: 'Text',
    otherLanguage: 'This message in another language',
    otherLanguageHint: 'For customers whose card says that they read it. Without a text here they get the message above; suggested messages are translated.',
    // link: the placeholder, in braces; setting: of the server.
    noLinks: 'Messages are sent without {link}, because customers could not open it. The person who runs the server sets {setting}.',
    // count: such as "1 text, 120 characters"; name: the longest of a customer.
    countWithName: '{count} with the name {name}',
    // A name that stands for any customer.
    sampleName: 'Mary Smith',
    tryOut: 'Try it out: send it to',
    smsHint: 'A number such as +15550102000',
    emailHint: 'Your own e-mail address',
    sendTest: 'Send Test',
    testSent: 'Test message sent',
    testFailed: 'The test message was not sent',
    textRequired: 'Text is required',
    // name, names: of placeholders, in braces.
    noPlaceholder: 'There is no {name}. Use {names}.',
    atMost: 'At most {count} characters',
  },
  hooks: {
    title: 'Webhooks',
    text: 'Other programs are told at once what happens in this shop.',
    // A link to the documentation.
    whatTheyGet: 'What they get',
    add: 'Add webhook',
    addFailed: 'Failed to add webhook',
    added: 'Webhook added',
    // Messages that were brought to a webhook, or tried.
    deliveries: 'Deliveries',
    none: 'No webhooks yet.',
    // Of the program, on the internet.
    address: 'Address',
    addressHint: 'Where the program listens, such as https://example.com/mainspring',
    // A text that proves where a message comes from.
    secret: 'Secret',
    secretHint: 'By it the receiver tells that a message is yours. Copy it now: it will not be shown again.',
    sendTest: 'Send a test',
    // Read out behind the buttons "Deliveries" and "Send a test"; url: of the webhook.
    ofUrl: 'of {url}',
    toUrl: 'to {url}',
    testArrived: 'The test arrived',
    testLost: 'The test did not arrive',
    testFailed: 'The test could not be sent',
    pause: 'Pause',
    resume: 'Resume',
    paused: 'Webhook paused',
    resumed: 'Webhook resumed',
    pauseFailed: 'Failed to pause webhook',
    resumeFailed: 'Failed to resume webhook',
    sureToDelete: 'Delete this webhook? What still waits is not sent.',
    deleted: 'Webhook deleted',
    deleteFailed: 'Failed to delete webhook',
    nothingTold: 'Nothing happened yet that this webhook is told.',
    tryNow: 'Try now',
    // Sends a message once more.
    repeat: 'Repeat',
    repeatFailed: 'It could not be sent again',
    // it: a message to a webhook.
    triedNow: 'It is tried now',
    arrived: 'It arrived',
    notArrived: 'It did not arrive',
  },
  events: {
    order: {
      // What a webhook is told. An order, a payment, a customer or an estimate.
      created: 'Order created',
      status: 'Order got another status',
      updated: 'Order changed otherwise',
      deleted: 'Order deleted',
      restored: 'Order brought back',
    },
    payment: {
      created: 'Payment taken',
      updated: 'Payment changed',
      deleted: 'Payment deleted',
      restored: 'Payment brought back',
    },
    customer: {
      created: 'Customer created',
      updated: 'Customer changed',
      deleted: 'Customer deleted',
      restored: 'Customer brought back',
      // The customer's data is gone for ever.
      erased: 'Customer erased for good',
    },
    estimate: {
      sent: 'Estimate sent',
      decided: 'Estimate approved or declined',
      withdrawn: 'Estimate withdrawn',
    },
  },
  groups: {
    // Titles of groups of events.
    orders: 'Orders',
    payments: 'Payments',
    customers: 'Customers',
    estimates: 'Estimates',
  },
  told: {
    everything: 'Everything',
    // events: names of two events; count: of the others.
    andMore: '{events} and {count} more',
    // code: a number such as 500.
    answered: 'The receiver answered {code}.',
    // waiting: how many events; since: a time.
    paused:
      '{waiting, plural, =0 {Paused: nothing waits. Events wait up to 30 days.} one {Paused: # event waits. Events wait up to 30 days.} other {Paused: # events wait. Events wait up to 30 days.}}',
    pausedSince:
      '{waiting, plural, =0 {Paused since {since}: nothing waits. Events wait up to 30 days.} one {Paused since {since}: # event waits. Events wait up to 30 days.} other {Paused since {since}: # events wait. Events wait up to 30 days.}}',
    failing: '{waiting, plural, one {Nothing arrives: # event waits.} other {Nothing arrives: # events wait.}}',
    failingSince: '{waiting, plural, one {Nothing arrives since {since}: # event waits.} other {Nothing arrives since {since}: # events wait.}}',
    // at: a time.
    nextTry: 'Next try {at}.',
    toBeSent: '{waiting, plural, one {# event waits to be sent.} other {# events wait to be sent.}}',
    nothingSent: 'Nothing sent yet.',
    allSentLast: 'All sent. Last {at}.',
  },
  states: {
    // Of a webhook.
    idle: 'All sent',
    waiting: 'Waiting',
    failing: 'Failing',
    paused: 'Paused',
    // Of one message to a webhook.
    delivered: 'Delivered',
    failed: 'Given up',
  },
  tries: {
    count: '{count, plural, one {# try} other {# tries}}',
    notYet: 'Not sent yet',
    // it was given up together with the messages before it.
    withOthers: 'Given up with those before it',
  },
  csv: {
    // Heads of columns in CSV files.
    events: 'Events',
    state: 'State',
    lastSent: 'Last sent',
    // Of the program that got a message.
    answer: 'Answer',
    time: 'Time',
    event: 'Event',
    tries: 'Tries',
  },
  // A device with a long name, the same everywhere.
  sampleDevice: 'Samsung Galaxy S24 Ultra',
  reminders: {
    title: 'Reminders',
    text: 'Each reminder is sent once, in the daytime, if its reason still applies. Nothing is sent for orders that were due before you switch it on.',
    begin: {
      // Labels of fields for a number of days. Fixed is the status of an order, named as in `words`.
      notPickedUp: 'Days after it was set to Fixed',
      estimateUnanswered: 'Days after the estimate was sent',
      balanceOpen: 'Days after it was picked up',
    },
    daysNeeded: 'A number of days, 1 to {most}',
    does: {
      // What a reminder sends, in short; days: as typed.
      sms: '{count, plural, one {Text message: after {days} day} other {Text message: after {days} days}}',
      email: '{count, plural, one {E-mail: after {days} day} other {E-mail: after {days} days}}',
    },
  },
}
