import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { orderStatusById } from '../../values/order-status.ts'
import { guessDelimiter, openCsvReading } from './csv-lines.ts'
import { readCustomerRow } from './customer-row.ts'
import { findColumnsIssue, findHeaderPlace, guessColumns } from './import-columns.ts'
import type { ImportKind } from './import-fields.ts'
import { readOrderRow } from './order-row.ts'
import { readProductRow } from './product-row.ts'
import { openRows, type ReadingRules } from './row-cells.ts'
import { TableSurvey } from './table-survey.ts'

/** Small files in the shapes of other systems, and what each of their cells became. */

type Became = Record<string, unknown>

/** A file as the server and the dialog read it: the fields of its columns, and its rows with what was kept and told. */
function readFile(kind: ImportKind, text: string, locale = 'en-US', countryCode = '+1') {
  const delimiter = guessDelimiter(text)
  const { options, toLine } = openCsvReading(delimiter)
  const all = parse(text, options).map(toLine)
  const place = findHeaderPlace(all)
  const header = all[place]
  const lines = all.slice(place + 1)
  const guessed = guessColumns(kind, header !== undefined && 'cells' in header ? header.cells : [])
  expect(findColumnsIssue(kind, guessed)).toBe(undefined)
  const survey = new TableSurvey(kind, guessed)
  for (const line of lines) survey.add(line)
  const { columns, sharedSkus } = survey.finish({ locale, delimiter, statusIds: new Map() })
  const rules: ReadingRules = {
    kind,
    columns,
    countryCode,
    timeZone: 'UTC',
    now: '2026-06-01T10:00:00.000Z',
    statusIds: new Map(),
    sharedSkus: new Set(sharedSkus),
  }
  const open = openRows(rules)
  const rows = lines.map((line): Became | string => {
    const row = 'refusal' in line ? line : open(line.cells)
    if ('refusal' in row) return row.refusal
    const read = kind === 'customers' ? readCustomerRow(row.cells) : kind === 'orders' ? readOrderRow(row.cells, {}) : readProductRow(row.cells, rules)
    if ('refusal' in read) return read.refusal
    const { customer, ...more } = read.row as {
      customer?: Became
      values: Became & { orderStatusId?: string }
      createdAt?: string
      paid?: number
      cost?: number
      categoryPath?: string[]
    }
    const { orderStatusId, ...values } = more.values
    const told = read.warnings.map((warning) => `${warning.kind}: ${warning.text}`)
    return {
      ...(customer === undefined ? {} : { customer: customer['name'], phone: (customer['phone'] as Became | null)?.['phone'] }),
      ...values,
      ...(orderStatusId === undefined ? {} : { status: orderStatusById.get(orderStatusId)?.statusName }),
      ...(typeof more.createdAt === 'string' ? { createdAt: more.createdAt } : {}),
      ...(more.paid ? { paid: more.paid } : {}),
      ...(told.length > 0 ? { told } : {}),
    }
  })
  return {
    fields: columns.flatMap(({ header: name, field, reading }) =>
      field === null ? [] : [[name, field, ...(reading === undefined ? [] : [reading])].join(' → ')],
    ),
    rows,
  }
}

describe('a file of customers', () => {
  test('with CamelCase headers and a star, phones of three kinds and companies with a person', () => {
    const csv = `*ContactName,AccountNumber,EmailAddress,FirstName,LastName,POAddressLine1,POCity,PORegion,POPostalCode,PhoneNumber,FaxNumber,MobileNumber
Quay Builders Ltd,Q1,office@quay.example,Ada,Quay,1 Dock Road,Harbor,ME,04001,555 010 2233,555 010 2299,555 010 2244
,,late@quay.example,,,,,,,,,
`
    expect(readFile('customers', csv)).toEqual({
      fields: [
        '*ContactName → name',
        'AccountNumber → externalId',
        'EmailAddress → email',
        'FirstName → firstName',
        'LastName → lastName',
        'POAddressLine1 → address',
        'POCity → city',
        'PORegion → state',
        'POPostalCode → zip',
        'PhoneNumber → phone',
        'MobileNumber → alternatePhone',
      ],
      rows: [
        {
          name: 'Quay Builders Ltd',
          countryCode: '+1',
          phone: '5550102233',
          alternateCountryCode: '+1',
          alternatePhone: '5550102244',
          email: 'office@quay.example',
          street: '1 Dock Road',
          postalCode: '04001',
          city: 'Harbor',
          region: 'ME',
          customerNotes: 'Contact there: Ada Quay',
        },
        { name: 'late@quay.example', noPhone: true, email: 'late@quay.example' },
      ],
    })
  })

  test('with companies, addresses, tax IDs, exemptions and languages: each in its field, what cannot be in the notes', () => {
    const csv = `Vorname,Nachname,Firma,Straße,Adresszusatz,PLZ,Ort,Bundesland,Land,USt-IdNr,Sprache,Steuerbefreit,Grund der Befreiung
Ada,Quay,Quay Bau GmbH,Hafenweg 1,2. OG,20457,Hamburg,Hamburg,Deutschland,DE129273398,de,ja,Ausfuhr
,,Nur Firma,,,,,,Atlantis,,Deutsch,nein,
`
    expect(readFile('customers', csv).rows).toEqual([
      {
        name: 'Ada Quay',
        noPhone: true,
        company: 'Quay Bau GmbH',
        street: 'Hafenweg 1, 2. OG',
        postalCode: '20457',
        city: 'Hamburg',
        region: 'Hamburg',
        country: 'DE',
        taxId: 'DE129273398',
        taxExempt: true,
        taxExemptReason: 'Ausfuhr',
        language: 'de',
      },
      {
        name: 'Nur Firma',
        noPhone: true,
        company: 'Nur Firma',
        language: 'de',
        customerNotes: 'Country there: Atlantis',
        told: ['Country is not a country: Atlantis'],
      },
    ])
  })

  test('with numbered values, two equal headers, lines above the header and bars between the cells', () => {
    const numbered = 'Given Name,Family Name,Phone 1 - Value,Phone 2 - Value,E-mail 1 - Value\nAda,Quay,555 010 2233,555 010 2244,ada@quay.example\n'
    const ada = { name: 'Ada Quay', countryCode: '+1', phone: '5550102233', alternateCountryCode: '+1', alternatePhone: '5550102244' }
    expect(readFile('customers', numbered).rows).toEqual([{ ...ada, email: 'ada@quay.example' }])
    const barred = 'Customers of the shop\nExported 2026-03-04, 10:15\n\nName|Phone|Phone\nAda Quay|555 010 2233|555 010 2244\n'
    expect(readFile('customers', barred).rows).toEqual([ada])
    const named = 'sep=;\r\nName;Phone;Phone\r\nAda Quay;555 010 2233;555 010 2244\r\n'
    expect(readFile('customers', named).rows).toEqual([ada])
  })

  test.each([
    ['Kundenname;Handynummer;E-Mail-Adresse;Straße;PLZ;Ort;Bemerkungen;Kundennummer', 'name phone email address zip city notes externalId'],
    ['Vorname;Nachname;Firma;Telefon;Mobil;E-Mail', 'firstName lastName company phone alternatePhone email'],
    [
      'Nom;Prénom;Société;Téléphone;Téléphone portable;Courriel;Adresse;Code postal;Ville',
      'lastName firstName company phone alternatePhone email address zip city',
    ],
    [
      'Nombre;Apellidos;Empresa;Móvil;Teléfono fijo;Correo electrónico;Dirección;Ciudad;Notas',
      'firstName lastName company phone alternatePhone email address city notes',
    ],
    ['Nome completo;Telefone;Celular;E-mail;Endereço;CEP;Cidade;Observações', 'name alternatePhone phone email address zip city notes'],
    ['Nome;Cognome;Azienda;Cellulare;Indirizzo e-mail;Via;CAP;Comune', 'name lastName company phone email address zip city'],
    [
      'First Name;Company Name;Billing Address 1;Billing City;Billing State;Billing Zip;Billing Country;VAT Number;Preferred Language',
      'firstName company address city state zip country taxId language',
    ],
    ['Nom;Raison sociale;Rue;Code postal;Commune;Pays;N° TVA;Langue', 'lastName company address zip city country taxId language'],
    ['Nombre;Razón social;Calle;Código postal;Provincia;País;NIF;Idioma', 'firstName company address zip state country taxId language'],
    ['Nome;Morada;Localidade;País;Contribuinte', 'name address city country taxId'],
    ['Nome;Ragione sociale;Indirizzo;Nazione;Partita IVA;Lingua', 'name company address country taxId language'],
    ['Naam;Straat;Plaats;Land;Btw-nummer;Taal', 'name address city country taxId language'],
    ['Voornaam;Achternaam;Bedrijf;Mobiel;E-mailadres;Straat;Postcode;Plaats;Opmerkingen', 'firstName lastName company phone email address zip city notes'],
  ])('headed %s', (header, fields) => {
    expect(
      guessColumns('customers', header.split(';'))
        .map(({ field }) => field)
        .join(' '),
    ).toBe(fields)
  })

  test('with cells that their fields cannot have: the row is taken without them, they go to the notes, the line is told', () => {
    const csv = `Name,Phone,Email,Opt-out,SMS consent,Created,Zip
'Ada,'+15550102233,Ada@Quay.example,yes,,'2026-03-04,'04001
't Hooft,555 010 2244 x12,a@quay.example; b@quay.example,no,no,45366,
Bob,n/a,nobody,later,,soon,
${'C'.repeat(300)},555 010 2255,,,,2027-01-01,
,,,,,,
,n/a,,,,,
,555 010 2266,,,,,
`
    expect(readFile('customers', csv).rows).toEqual([
      {
        name: 'Ada',
        countryCode: '+1',
        phone: '5550102233',
        email: 'ada@quay.example',
        noMessages: true,
        postalCode: '04001',
        createdAt: '2026-03-04T12:00:00.000Z',
      },
      {
        name: "'t Hooft",
        countryCode: '+1',
        phone: '5550102244',
        email: 'a@quay.example',
        noMessages: true,
        customerNotes: 'Phone there: 555 010 2244 x12\nEmail there: a@quay.example; b@quay.example',
        createdAt: '2024-03-15T12:00:00.000Z',
        told: ['Phone holds more than phone numbers: 555 010 2244 x12', 'Email holds more than an e-mail address: a@quay.example; b@quay.example'],
      },
      {
        name: 'Bob',
        noPhone: true,
        customerNotes: 'Phone there: n/a\nEmail there: nobody\nCreated there: soon\nNo messages there: later',
        told: [
          'Phone is not a phone number: n/a',
          'Email is not an e-mail address: nobody',
          'Created is not a date: soon',
          'No messages is neither yes nor no: later',
        ],
      },
      {
        name: '555-010-2255',
        countryCode: '+1',
        phone: '5550102255',
        customerNotes: `Name there: ${'C'.repeat(300)}\nCreated there: 2027-01-01`,
        told: [`Name is longer than 200 characters: ${'C'.repeat(100)}…`, 'Created is in the future: 2027-01-01'],
      },
      'Customer name is required',
      'Customer name is required',
      { name: '555-010-2266', countryCode: '+1', phone: '5550102266' },
    ])
  })
})

describe('a file of orders', () => {
  test('with statuses, tickets, dates and amounts as a German spreadsheet has them', () => {
    const csv = `Auftragsnummer;Kunde;Telefon;Gerät;Fehler;Status;Gesamtpreis;Anzahlung;Auftragsdatum;Fällig am
2026-0012;Ada Kai;030/9876-5;Uhr;Steht;Nicht abgeholt;1.250;5,00-;13.2.2026;4. März 2026
RD-1042/2;Bo Kai;n/a;;;Lager 3;nach Aufwand;9,99;3/4/2026;bald
1043;;;;Geht nicht;;;;;
1045;Di Kai;;;;;;;2.6.2026;
1044;Cy Kai;;;;Entregado;0,125;;;
`
    const { fields, rows } = readFile('orders', csv, 'de-DE', '+49')
    expect(fields).toEqual([
      'Auftragsnummer → ticket',
      'Kunde → name',
      'Telefon → phone',
      'Gerät → device',
      'Fehler → issue',
      'Status → status',
      'Gesamtpreis → quote → ,',
      'Anzahlung → paid → ,',
      'Auftragsdatum → createdAt → day-first',
      'Fällig am → due',
    ])
    expect(rows).toEqual([
      {
        customer: 'Ada Kai',
        phone: '03098765',
        itemDetails: 'Uhr',
        issueDescription: 'Steht',
        quotedCost: '1250',
        dueTimestamp: '2026-03-04T12:00:00.000Z',
        orderNotes: 'Ticket there: 2026-0012',
        status: 'Fixed',
        createdAt: '2026-02-13T12:00:00.000Z',
        paid: -5,
      },
      {
        customer: 'Bo Kai',
        phone: undefined,
        itemDetails: 'No device named',
        issueDescription: 'No device named',
        quotedCost: 'nach Aufwand',
        orderNotes: 'Phone there: n/a\nTicket there: RD-1042/2\nStatus there: Lager 3\nDue there: bald',
        status: 'Diagnosis',
        createdAt: '2026-04-03T12:00:00.000Z',
        paid: 9.99,
        told: ['Phone is not a phone number: n/a', 'Status is not known: Lager 3', 'Due is not a date: bald'],
      },
      'The customer is empty',
      'Created is in the future: 2.6.2026',
      {
        customer: 'Cy Kai',
        phone: undefined,
        itemDetails: 'No device named',
        issueDescription: 'No device named',
        quotedCost: '0,125',
        number: 1044,
        status: 'Picked up',
      },
    ])
  })

  test.each([
    ['Apple,iPhone 12,', 'Apple iPhone 12'],
    ['Apple,,iPhone 12', 'Apple iPhone 12'],
    ['Apple,iPhone 12,Apple iPhone 12 black', 'Apple iPhone 12 black'],
    ['Apple,Apple,apple', 'Apple'],
  ])('with brand, model and device %s, has the device %s', (cells, device) => {
    const [row] = readFile('orders', `Customer,Brand,Model,Device\nAda,${cells}\n`).rows
    expect((row as Became)['itemDetails']).toBe(device)
  })

  test.each([
    'N° de bon;Client;Appareil;Panne;Statut;Montant;Date d’entrée',
    'Folio;Cliente;Equipo;Falla;Estado;Importe;Fecha de ingreso',
    'OS;Cliente;Aparelho;Defeito;Situação;Valor;Data de entrada',
    'Numero scheda;Cliente;Apparecchio;Guasto;Stato;Importo;Data ingresso',
    'Bonnummer;Klant;Toestel;Klacht;Toestand;Bedrag;Datum',
    'Auftrag;Kunde;Gerät;Fehler;Zustand;Betrag;Datum',
  ])('headed %s', (header) => {
    expect(guessColumns('orders', header.split(';')).map(({ field }) => field)).toEqual(['ticket', 'name', 'device', 'issue', 'status', 'quote', 'createdAt'])
  })

  test.each([
    ['en-US', '1/2/2026', '13/2/2026', '2026-02-01'],
    ['de-DE', '1/2/2026', '2/13/2026', '2026-01-02'],
    ['en-US', '1/2/2026', '3/4/2026', '2026-01-02'],
    ['en-GB', '1/2/2026', '3/4/2026', '2026-02-01'],
    ['en-US', '1.2.2026', '3.4.2026', '2026-02-01'],
  ])('of a shop in %s, with %s and %s in a column, has the order of day and month that the whole column shows', (locale, first, second, day) => {
    const [row] = readFile('orders', `Customer,Device,Created\nA,B,${first}\nC,D,${second}\n`, locale).rows
    expect((row as Became)['createdAt']).toBe(`${day}T12:00:00.000Z`)
  })
})

describe('a file of products', () => {
  test('with repeated headers, a sale price, variants, counts with zeros and one SKU at two articles', () => {
    const csv = `\uFEFFToken,Item Name,Variation Name,SKU,Category,Sale price,Regular price,Cost,Quantity,Stock Alert Count,Quantity\r
1,Screen 13,Regular,0017,Parts,79.00,89.90,"1,250.00",4,2,4\r
2,Glass,Small,17,,,$10.00,0.125,25,,25\r
3,Glass,Large,GL,,,variable,(1.00),-3,,-3\r
4,Cable,,0017,,,"9,99",1.250,1.000,,1.000\r
5,Cable,,0017,,,"9,99",1.250,1.000,,1.000\r
,,,,,,,,,,\r
`
    expect(readFile('products', csv)).toEqual({
      fields: [
        'Item Name → name',
        'Variation Name → variant',
        'SKU → sku',
        'Category → category',
        'Regular price → salePrice → .',
        'Cost → costPrice → .',
        'Quantity → count → .',
        'Stock Alert Count → reorderPoint',
      ],
      rows: [
        {
          name: 'Screen 13',
          sku: '0017',
          inventoryCount: 4,
          reorderPoint: 2,
          costPrice: 1250,
          salePrice: 89.9,
          told: ['SKU stands at several articles: 0017 (Screen 13)'],
        },
        {
          name: 'Glass, Small',
          sku: '17',
          inventoryCount: 25,
          salePrice: 10,
          description: 'Cost price there: 0.125',
          told: ['Cost price is not an amount of 0 or more: 0.125'],
        },
        {
          name: 'Glass, Large',
          sku: 'GL',
          description: 'Inventory count there: -3\nCost price there: (1.00)\nSale price there: variable',
          told: [
            'Inventory count is not a whole number of 0 or more: -3',
            'Cost price is not an amount of 0 or more: (1.00)',
            'Sale price is not an amount of 0 or more: variable',
          ],
        },
        ...[1, 2].map(() => ({
          name: 'Cable',
          sku: '0017',
          inventoryCount: 1,
          costPrice: 1.25,
          salePrice: 9.99,
          told: ['SKU stands at several articles: 0017 (Cable)'],
        })),
        'Product name is required',
      ],
    })
  })

  test.each([
    ['de-DE', ';', ['1.250', '2.400'], [1250, 2400]],
    ['de-DE', ';', ['1.250', '0.125'], [1.25, undefined]],
    ['de-DE', ',', ['1.250', '2.400'], [1.25, 2.4]],
    ['en-US', ';', ['1.250', '2.400'], [1.25, 2.4]],
    ['en-US', ',', ['"1,250"', '80'], [1250, 80]],
    ['en-US', ';', ['1.250', '9,99'], [1250, 9.99]],
  ])('of a shop in %s, parted by %j, has prices %j by what the whole column shows', (locale, sign, texts, prices) => {
    const { rows } = readFile('products', `Name${sign}Price\n${texts.map((text, place) => `P${place}${sign}${text}\n`).join('')}`, locale)
    expect(rows.map((row) => (row as Became)['salePrice'])).toEqual(prices)
  })
})
