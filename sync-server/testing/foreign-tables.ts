/** Test exports in the formats of three other systems. */

/** RepairDesk: separate first and last name, customers by mobile, tickets with a prefix, its own status names. */
export const repairDesk = {
  customers: `"First Name","Last Name","Organization","Email","Mobile","Phone","Address 1","City","State","Zip"
"Imogen","Port","","imogen@example.org","(555) 010-2233","","1 Quay Road","Harbor","ME","04001"
"Otto","Fields","Fields Ltd","otto@example.org","","555-010-4455","","","",""
`,
  orders: `"Ticket ID","Created Date","Customer Name","Customer Mobile","Customer Email","Device Name","IMEI/Serial","Problem","Status","Technician","Due Date","Grand Total","Amount Paid"
"T-1042","03/14/2025 10:15 AM","Imogen Port","5550102233","imogen@example.org","iPhone 12","356938035643809","Cracked, needs ""glass""","Repaired & Collected","Ann","03/20/2025","$1,129.00","$129.00"
"T-1043","03/15/2025 02:05 PM","Otto Fields (Fields Ltd)","5550104455","","Galaxy S21","","No power","Zwischenlager B","Nobody Known","","80.00",""
`,
  products: `"Product Name","SKU","Category","Manufacturer","Supplier","On Hand Qty","Cost Price","Retail Price","Reorder Level"
"Screen, iPhone 12","SCR-12","Parts > Screens","Apple","Mobile Parts","7","45.50","129.00","2"
"Cable","","Accessories","","","0","1.20","9.99",""
`,
}

/** RepairShopr: business_and_full_name, price_cost, a subject instead of a problem. */
export const repairShopr = {
  customers: `firstname,lastname,business_name,email,phone,mobile,address,address_2,city,state,zip,notes
Imogen,Port,,imogen@example.org,,+1 555 010 2233,1 Quay Road,,Harbor,ME,04001,"Likes
tea"
,,Fields Ltd,otto@example.org,555-010-4455,,,,,,,
`,
  orders: `number,created_at,business_then_name,email,subject,status,due_date,user
8812,2025-03-14T10:15:00-05:00,Imogen Port,imogen@example.org,iPhone 12: cracked,Resolved,2025-03-20,Ann
8813,2025-03-15T14:05:00-05:00,Fields Ltd,otto@example.org,Server does not start,Waiting for Parts,,
`,
  products: `name,description,price_cost,price_retail,quantity,upc_code,category,vendor
"Screen, iPhone 12",OLED,45.5,129,7,SCR-12,Parts,Mobile Parts
`,
}

/** Orderry: semicolons, day-first dates, decimal commas. */
export const orderry = {
  customers: `Contact ID;Name;Phone;Address;Email;First name;Last name;Company
17;;+49 30 901820;Hafenstraße 1, Berlin;imogen@example.org;Imogen;Größe;
18;Felder GmbH;+49 30 901821;;otto@example.org;;;Yes
`,
  orders: `Order #;Created at;Client;Client phone;Brand;Model;Malfunction;Status;Price;Paid;Deadline
A012;14.03.2025 10:15;Imogen Größe;+49 30 901820;Apple;iPhone 12;Glas gebrochen;Issued;1.129,00;129,00;20.03.2025
A013;15.03.2025 14:05;Felder GmbH;+49 30 901821;Samsung;S21;Geht nicht an;In work;80,00;;
`,
  products: `Article;Product name;Category;In stock;Purchase price;Selling price
SCR-12;Display iPhone 12;Teile;7;45,50 €;129,00 €
`,
}
