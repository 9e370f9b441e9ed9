import * as api from '@haat/contract/orders/invoice.calls';
import { toRupees } from '@haat/contract/rupees';
import { wire } from '@haat/core/lib/wire';
import { type Invoice, readInvoice, savedPaise } from '@haat/core/orders/invoice';
import { type Route, route } from '../http/route.ts';

export const invoiceRoutes: Route[] = [
  route(api.getInvoice, async ({ user, params }) =>
    presentInvoice(await readInvoice({ orderId: params.id, by: user })),
  ),
];

function presentInvoice({ shop, seller, earlierTotals, ...invoice }: Invoice) {
  return wire(api.invoiceView, {
    ...invoice,
    earlierTotals: earlierTotals.map(toRupees),
    savedPaise: savedPaise(invoice.items),
    shop: { ...seller, slug: shop.slug },
  });
}
