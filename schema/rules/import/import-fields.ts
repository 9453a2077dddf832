import { emailMaxLength, longTextMaxLength } from '../../fields.ts'
import { foldText } from '../../values/customer-match.ts'

export const importKinds = ['customers', 'orders', 'products'] as const

export type ImportKind = (typeof importKinds)[number]

/** How the cells of a field are parsed; `price`: an amount from 0; `quote`: an amount or free text. */
export type CellType = 'text' | 'phone' | 'email' | 'date' | 'amount' | 'price' | 'quote' | 'count' | 'status' | 'yes-or-no' | 'country' | 'language'

export type ImportField = {
  name: string
  label: string
  type: CellType
  /** Longer cells are not parsed. */
  maxLength: number
  /** Folded headers of other systems' exports, the best first. */
  headers: readonly string[]
}

/** Longer headers are cut. */
export const headerMaxLength = 200
export const maxColumns = 500

/** Words that say nothing in a header, and kinds of prices. */
const fillers = new Set('of the de del d des du do da dos di della la le el van het'.split(' '))
const priceKinds = new Set('brutto netto ttc ht incl inkl excl exkl'.split(' '))

/**
 * `E-Mail address *`, `email_address` and `EmailAddress` are equal, as are `Phone 1 - Value` and `phone1 value`, `N° de serie` and `numero serie`,
 * `Kunden-Nr.` and `Kundennummer`.
 */
export function foldHeader(header: string): string {
  const words = foldText(
    header
      .slice(0, headerMaxLength)
      .normalize('NFKC')
      .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .replaceAll(/(\p{L})(\p{N})/gu, '$1 $2'),
  )
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !fillers.has(word))
  while (words.length > 1 && priceKinds.has(words.at(-1) ?? '')) words.pop()
  return words
    .join(' ')
    .replace(/^(?:n|nr|no|num) (?=.)/, 'numero ')
    .replace(/(?<=\p{L}{2}) ?nr$/u, 'nummer')
    .replace(/ (?:no|num)$/, ' number')
    .replace(/^billing (?=.)/, '')
}

type FieldMore = { type?: CellType; max?: number }

/** `headers`: separated by bars, the best first. The label comes first, or in place of `*`. */
function field(name: string, label: string, headers: string, { type = 'text', max = 200 }: FieldMore = {}): ImportField {
  const all = headers.includes('*') ? headers.replace('*', label) : `${label} | ${headers}`
  return { name, label, type, maxLength: max, headers: all.split(' | ').map(foldHeader) }
}

/*
 * Sources of headers: Orderry's page on importing contacts (help.orderry.com/en/articles/9134413) and RepairShopr's
 * page on customers (feedback.repairshopr.com, article 1925305). RepairDesk has no public page; its columns can be
 * chosen by the user.
 */
const firstName = field(
  'firstName',
  'First name',
  'firstname | given name | forename | customer first name | vorname | prenom | nombre | nombres | primeiro nome | nome proprio | nome di battesimo | voornaam',
)
const lastName = field(
  'lastName',
  'Last name',
  'lastname | surname | family name | customer last name | nachname | familienname | nom | nom de famille | apellido | apellidos | sobrenome | apelido | ultimo nome | cognome | achternaam',
)
const company = field(
  'company',
  'Company',
  'business name | business and full name | business then name | organization | organisation | organization name | organization 1 name | company name | customer business | customer company | default address company | billing company | firma | firmenname | unternehmen | societe | entreprise | raison sociale | empresa | razon social | razao social | azienda | societa | ragione sociale | bedrijf | bedrijfsnaam',
)
const email = field(
  'email',
  'Email',
  'e mail | email address | e mail address | email 1 | e mail 1 | email 1 value | e mail 1 value | primary email | customer email | client email | contact email | mail | e mail adresse | email adresse | mailadresse | adresse e mail | adresse mail | adresse electronique | courriel | correo | correo electronico | email id | email cliente | correio eletronico | correio | indirizzo email | indirizzo e mail | posta elettronica | e mailadres | emailadres',
  { type: 'email', max: 2 * emailMaxLength },
)
const phoneHeaders =
  'phone number | mobile | mobile number | mobile phone | mobile phone number | cell | cell phone | cellphone | cell number | telephone | telephone number | tel | tel no | phone no | phone 1 | phone 1 value | primary phone | main phone | phone mobile | telefon 1 | telephone 1 | telefono 1 | telefone 1 | telefoon 1 | tlf | telf | customer phone | customer phone number | customer mobile | contact phone | contact number | client phone | client phone number | telefon | telefonnummer | rufnummer | handy | handynummer | mobil | mobiltelefon | mobilnummer | telephone portable | portable | numero de telephone | tel portable | mobile client | telefono | numero de telefono | telefono movil | movil | celular | telefono celular | telefone | numero de telefone | telemovel | telefone celular | whatsapp | numero di telefono | cellulare | telefono cellulare | telefoon | telefoonnummer | mobiel | mobiel nummer | gsm'
const phoneMore: FieldMore = { type: 'phone' }
const phone = field('phone', 'Phone', phoneHeaders, phoneMore)
const createdAt = field(
  'createdAt',
  'Created',
  'created at | created on | created date | date created | create date | creation date | date booked in | booked in | booking date | date opened | creation time | order creation date | date | order date | date in | check in date | registered | registration date | customer since | erstellt | erstellt am | angelegt am | erstellungsdatum | datum | auftragsdatum | annahmedatum | date de creation | cree le | date d entree | date depot | fecha | fecha de creacion | creado | fecha de ingreso | fecha de entrada | data | data de criacao | criado em | data abertura | data de entrada | data di creazione | creato il | data ingresso | aangemaakt | aangemaakt op | aanmaakdatum',
  { type: 'date' },
)
const notesMore: FieldMore = { max: longTextMaxLength }

const customerFields: readonly ImportField[] = [
  field(
    'name',
    'Name',
    'full name | fullname | customer | customer name | client | client name | contact | contact name | display name | file as | customer full name | name 1 | kunde | kundenname | name des kunden | nom complet | nom du client | client nom | nombre completo | nombre del cliente | cliente | nome | nome completo | nome do cliente | nominativo | nome cliente | klant | klantnaam | naam | volledige naam',
  ),
  firstName,
  lastName,
  company,
  phone,
  field(
    'alternatePhone',
    'Alternate phone',
    `phone 2 | phone 2 value | second phone | alt phone | alternative phone | alt phone number | alternate phone number | alternate number | alternative number | secondary phone | other phone | phone other | telefon 2 | weitere telefonnummer | telephone 2 | autre telephone | telefono 2 | otro telefono | telefone 2 | outro telefone | altro telefono | telefoon 2 | default address phone | phone | ${phoneHeaders} | home phone | phone home | phone work | tel privat | tel fixe | work phone | business phone | landline | office phone | festnetz | telefon privat | telefon geschaftlich | telephone fixe | fixe | telefono fijo | fijo | telefone fixo | telefono fisso | vaste telefoon | direct dial | ddi number`,
    phoneMore,
  ),
  email,
  field(
    'address',
    'Address',
    'street | address 1 | address line 1 | street address | address street | default address address 1 | billing address | billing address 1 | address 1 street | po address line 1 | sa address line 1 | home street | adresse | anschrift | strasse | straße | strasse und hausnummer | rue | adresse 1 | direccion | calle | domicilio | endereco | rua | morada | logradouro | indirizzo | via | adres | straat',
    { max: 500 },
  ),
  field(
    'address2',
    'Address, second line',
    'address 2 | address line 2 | default address address 2 | billing address 2 | po address line 2 | sa address line 2 | adresszusatz | complement d adresse | adresse 2 | direccion 2 | complemento | bairro | adresregel 2',
    { max: 500 },
  ),
  field(
    'city',
    'City',
    'town | suburb | default address city | billing city | address 1 city | po city | sa city | home city | ort | stadt | wohnort | ville | commune | ciudad | localidad | poblacion | cidade | localidade | citta | comune | plaats | woonplaats',
  ),
  field(
    'state',
    'State',
    'region | state or region | province | county | default address province code | default address province | billing state | address 1 region | po region | sa region | bundesland | estado | provincia | distrito | regione | provincie',
  ),
  field(
    'zip',
    'Postal code',
    'zip | zip code | postcode | post code | default address zip | billing zip | billing postcode | address 1 postal code | po postal code | sa postal code | home postal code | plz | postleitzahl | code postal | cp | codigo postal | c p | cep | cap | codice postale',
    { max: 20 },
  ),
  field(
    'country',
    'Country',
    'country name | default address country code | default address country | billing country | billing country code | address 1 country | po country | sa country | home country | land | staat | pays | code pays | pais | codigo pais | paese | nazione',
    { type: 'country' },
  ),
  field(
    'taxId',
    'Tax ID',
    'vat | vat number | vat no | vat id | vat reg number | vat registration number | tax number | tax no | tax identification number | tax id number | tax registration number | gst | gst number | gstin | abn | ein | business number | ust id | ust id nummer | ust id nr | ustid | ustid nr | u st id | u st id nummer | u st id nr | umsatzsteuer id | umsatzsteuer identifikationsnummer | steuernummer | uid nummer | uid nr | mwst nummer | mwst nr | mw st nummer | mw st nr | numero tva | tva | tva intracommunautaire | numero tva intracommunautaire | siret | nif | cif | nif cif | rfc | cuit | numero contribuinte | contribuinte | cnpj | cpf | cpf cnpj | partita iva | p iva | piva | codice fiscale | btw | btw nummer | btw nr | btw id | kvk nummer',
    { max: 50 },
  ),
  field(
    'taxExempt',
    'Tax exempt',
    'exempt | is tax exempt | vat exempt | gst exempt | steuerfrei | steuerbefreit | exonere | exonere de tva | exento | exento de impuestos | exento de iva | esente | esente iva | isento | vrijgesteld | btw vrijgesteld',
    {
      type: 'yes-or-no',
    },
  ),
  field(
    'taxExemptReason',
    'Reason of the exemption',
    'tax exempt reason | exemption reason | exempt reason | grund der befreiung | motif d exoneration | motivo de exencion | motivo esenzione | motivo da isencao | reden van vrijstelling',
  ),
  field(
    'language',
    'Language',
    'language code | preferred language | customer language | locale | lang | sprache | sprachcode | langue | idioma | lingua | taal',
    { type: 'language' },
  ),
  field(
    'notes',
    'Notes',
    'note | comment | comments | customer notes | obs | notiz | notizen | bemerkung | bemerkungen | remark | remarks | remarque | remarques | commentaire | notas | nota | observaciones | comentarios | observacoes | comentario | note cliente | osservazioni | opmerking | opmerkingen',
    notesMore,
  ),
  field(
    'externalId',
    'Number there',
    'id | customer id | client id | contact id | customer number | account number | kundennummer | kunden nr | kundennr | numero client | numero de cliente | codigo de cliente | codigo do cliente | codice cliente | numero cliente | klantnummer',
  ),
  field(
    'noMessages',
    'No messages',
    'opt out | opted out | sms opt out | text opt out | messages opt out | opt out sms | opt out of sms | opt out of messages | opt out notifications | opted out of sms | opted out of messages | email opt out | opted out of email | has opted out of email | opt out status | unsubscribed | do not contact | do not text | do not message | do not sms | do not call | do not email | do not disturb | dnd | dnc | stop sms | no sms | no text | no texts | no contact | no notifications | keine nachrichten | keine sms | nicht kontaktieren | kontaktsperre | abgemeldet | kein kontakt | desabonne | desinscrit | ne pas envoyer de sms | ne pas contacter | pas de sms | sin mensajes | no contactar | no enviar sms | no molestar | dado de baja | no desea mensajes | baja sms | nao contatar | nao contactar | sem mensagens | nao perturbe | descadastrado | nao enviar sms | non contattare | nessun messaggio | disiscritto | non inviare sms | no messaggi | niet contacteren | geen sms | geen berichten | uitgeschreven | afgemeld | niet benaderen',
    { type: 'yes-or-no' },
  ),
  field(
    'messagesAllowed',
    'Messages allowed',
    'opt in | opted in | sms opt in | text opt in | sms consent | text consent | sms allowed | can text | receive sms | receives sms | receive texts | contact allowed',
    {
      type: 'yes-or-no',
    },
  ),
  createdAt,
]

const orderFields: readonly ImportField[] = [
  field(
    'ticket',
    'Ticket number',
    'number | no | ticket | ticket id | ticket no | ticketnummer | order | order id | order no | order number | job number | job no | job id | job | repair id | repair number | repair no | id | work order | work order number | auftragsnummer | auftrag | auftrags nr | auftragsnr | reparaturnummer | vorgangsnummer | nummer | numero | numero de commande | numero de ticket | bon | numero de bon | dossier | numero de orden | orden | orden de trabajo | folio | ordem de servico | numero da os | os | numero ordine | ordine | numero scheda | ordernummer | reparatienummer | bonnummer',
    { max: 100 },
  ),
  field(
    'name',
    'Customer',
    'customer name | client | client name | name | full name | customer full name | customer business then name | contact name | kunde | kundenname | nom du client | nom complet | cliente | nombre del cliente | nombre completo | nome do cliente | nome completo | nome cliente | nominativo | klant | klantnaam | naam',
  ),
  firstName,
  lastName,
  company,
  phone,
  email,
  field(
    'device',
    'Device',
    'device details | device name | item | item details | item name | asset | asset name | assets | device model | product | repair item | gerat | geraet | geratebezeichnung | appareil | materiel | equipo | dispositivo | aparato | aparelho | equipamento | apparecchio | toestel | apparaat',
    notesMore,
  ),
  field(
    'brand',
    'Brand',
    'make | manufacturer | device brand | device make | marke | hersteller | marque | fabricant | marca | fabricante | produttore | merk | fabrikant',
  ),
  field('model', 'Model', 'device type | model name | modell | modele | modelo | modello'),
  field(
    'serial',
    'Serial number',
    'serial | imei | imei serial | serial imei | serial no | imei sn | sn | seriennummer | numero de serie | numero di serie | serienummer',
    { max: 255 },
  ),
  field(
    'issue',
    'Issue',
    'issue description | problem | problem description | subject | ticket subject | malfunction | defect | fault | fault description | description | service | repair | initial issue | client malfunction | problem type | fehler | fehlerbeschreibung | defekt | problembeschreibung | beschreibung | panne | panne constatee | probleme | defaut | description du probleme | falla | falla reportada | averia | problema | descripcion | defeito | defeito relatado | descricao | avaria | guasto | difetto | descrizione | storing | klacht | probleem | omschrijving',
    notesMore,
  ),
  field(
    'status',
    'Status',
    'order status | ticket status | repair status | job status | state | stage | zustand | auftragsstatus | statut | etat | estado | situacion | situacao | stato | toestand',
    { type: 'status' },
  ),
  field(
    'quote',
    'Quote',
    'quoted cost | estimate | estimated cost | price | total | total price | order total | grand total | amount | repair price | preis | gesamtpreis | betrag | gesamtbetrag | summe | gesamt | prix | montant | montant total | precio | importe | presupuesto | preco | valor | valor total | prezzo | importo | totale | prijs | bedrag | totaal',
    { type: 'quote', max: 100 },
  ),
  field(
    'paid',
    'Paid',
    'payment | payments | total payments | amount paid | total paid | prepayment | deposit | bezahlt | gezahlt | anzahlung | paye | montant paye | acompte | pagado | anticipo | pago | valor pago | sinal | pagato | acconto | betaald | aanbetaling',
    { type: 'amount' },
  ),
  field('cost', 'Cost', 'costs | total costs | parts cost | cost price | kosten | cout | couts | costo | coste | costes | custo | custos | costi', {
    type: 'amount',
  }),
  field(
    'due',
    'Due',
    'due date | due by | due on | deadline | promised | promised date | scheduled | faellig | fallig | fallig am | fertig bis | fertig am | falligkeit | termin | echeance | date prevue | fecha prevista | fecha de entrega | fecha limite | vencimiento | prazo | data prevista | data de entrega | previsao | scadenza | data consegna | einddatum | gereed op',
    { type: 'date' },
  ),
  field(
    'assignee',
    'Assigned to',
    'assign to | assignee | technician | tech | engineer | specialist | user | employee | ticket assigned to | techniker | bearbeiter | mitarbeiter | zustandig | technicien | responsable | assigne a | tecnico | asignado a | responsavel | atribuido a | assegnato a | monteur | medewerker | toegewezen aan',
  ),
  field(
    'notes',
    'Notes',
    'note | order notes | obs | comment | comments | diagnostic notes | diagnosis | internal notes | engineer notes | notiz | notizen | bemerkung | bemerkungen | remarque | remarques | commentaire | notas | observaciones | observacoes | osservazioni | opmerking | opmerkingen',
    notesMore,
  ),
  createdAt,
]

const productFields: readonly ImportField[] = [
  field(
    'name',
    'Name',
    'product | product name | item | item name | title | bezeichnung | artikel | artikelbezeichnung | artikelname | produktname | nom | nom du produit | designation | libelle | article | nombre | producto | nombre del producto | articulo | nome | produto | nome do produto | nome prodotto | prodotto | articolo | naam | productnaam | description | descripcion | descricao | descrizione | omschrijving',
  ),
  field('variant', 'Variant', 'variation | variation name | variant name | variante | variation value | variatie'),
  field(
    'sku',
    'SKU',
    'variant sku | custom sku | upc | upc code | upc sku | code | product code | item code | ean | gtin | article | article number | part number | id | artikelnummer | artikel nr | artikelnr | art nr | reference | ref | code article | referencia | codigo | codigo de barras | codice | codice articolo | artikelcode',
    { max: 100 },
  ),
  field('barcode', 'Barcode', 'barcodes | bar code | variant barcode | ean code | strichcode | code barres | code a barres | codice a barre | streepjescode', {
    max: 500,
  }),
  field('supplierSku', 'Supplier SKU', 'vendor sku | supplier code | vendor code | default vendor code | lieferantennummer | bestellnummer', { max: 100 }),
  field('location', 'Location', 'bin | bin location | shelf | lagerort | lagerplatz | emplacement | ubicacion | localizacao | ubicazione | locatie', {
    max: 200,
  }),
  field(
    'category',
    'Category',
    'product category | item category | category name | categories | category path | reporting category | group | kategorie | warengruppe | produktgruppe | categorie | famille | categoria | familia | familha | gruppo | groep',
    { max: 1_000 },
  ),
  field(
    'supplier',
    'Supplier',
    'vendor | supplier name | vendor name | primary supplier | default vendor name | lieferant | fournisseur | proveedor | fornecedor | fornitore | leverancier',
  ),
  field(
    'count',
    'Inventory count',
    'quantity | qty | stock | in stock | stock quantity | quantity in stock | quantity on hand | current quantity | on hand | on hand qty | residue | balance | variant inventory qty | bestand | lagerbestand | menge | anzahl | quantite | en stock | cantidad | existencias | quantidade | estoque | em estoque | quantita | giacenza | voorraad | aantal',
    { type: 'count' },
  ),
  field(
    'reorderPoint',
    'Reorder point',
    'reorder at | reorder level | low stock | low stock amount | low stock threshold | minimum | min stock | stock warning | minimum stock | required residue | stock alert count | alert threshold | mindestbestand | meldebestand | stock minimum | seuil d alerte | stock minimo | estoque minimo | scorta minima | minimumvoorraad',
    { type: 'count' },
  ),
  field(
    'costPrice',
    'Cost price',
    'cost | price cost | unit cost | cost per item | default unit cost | default cost | purchase price | buying price | purchase cost | wholesale price | einkaufspreis | ek | ek preis | prix d achat | pa | cout | precio de compra | precio de coste | costo | coste | preco de custo | preco de compra | custo | prezzo di acquisto | prezzo acquisto | inkoopprijs',
    { type: 'price' },
  ),
  // Other systems call a temporary lower price the sale price; ours is their regular price.
  field(
    'salePrice',
    'Sale price',
    'regular price | normal price | standard price | price | price retail | retail price | list price | selling price | unit price | retail | sales price | variant price | verkaufspreis | vk | vk preis | preis | einzelpreis | regularer preis | prix de vente | pv | pvp | prix regulier | prix | precio de venta | precio normal | precio regular | precio | preco de venda | preco normal | preco | prezzo di vendita | prezzo di listino | prezzo | verkoopprijs | normale prijs | prijs | *',
    { type: 'price' },
  ),
  field(
    'description',
    'Description',
    'details | long description | notes | comment | beschreibung | descripcion | descricao | descrizione | omschrijving',
    notesMore,
  ),
]

export const importFields: Readonly<Record<ImportKind, readonly ImportField[]>> = { customers: customerFields, orders: orderFields, products: productFields }
