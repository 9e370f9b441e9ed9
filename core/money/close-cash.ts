import { createHash } from 'node:crypto';
import type { CashCloseBody } from '@haat/contract/money/cash-closes.calls';
import { expectedPaise, worthOf } from '@haat/contract/money/cash-close';
import { toPaise, toRupees } from '@haat/contract/rupees';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../db/database.ts';
import { CashClose as CloseRow } from '../db/money.models.ts';
import { DomainError, invalidField } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import type { Session } from '../accounts/session.ts';
import { type CashReport, type PersonCash, readCashReport } from './cash-report.ts';
import { nameForShop } from '../accounts/person-name.sql.ts';

/** What cash was counted at the end of a day, of one person or of all. `by`: who counted; null for the operator. */
export type CashClose = {
  id: number;
  day: string;
  personId: number | null;
  entry: number;
  openingPaise: number;
  paidOutPaise: number;
  receivedPaise: number;
  refundedPaise: number;
  countedPaise: number;
  note: string | null;
  by: string | null;
  at: Date;
};

/** The count at the latest close of an earlier day for the same cash. */
type EarlierCount = { day: string; countedPaise: number };

export type Cash = PersonCash & { close: CashClose | null; earlier: EarlierCount | null };
export type CashCloses = { all: Cash; people: Cash[] };

type Day = { by: Session; shopId: number; day: string; now?: Date };

/**
 * The cash of a day, of the shop and of each person, with the latest count of each, and with that of the week before. Throws like
 * `readCashReport`.
 */
export async function listCashCloses(request: Day): Promise<CashCloses> {
  const report = await readCashReport(request);
  const closes = await many(LATEST_CLOSES, { shopId: request.shopId, day: report.day });
  const earlier = await many(EARLIER_COUNTS, { shopId: request.shopId, day: report.day });
  const withClose = (cash: PersonCash): Cash => ({
    ...cash,
    close: closes.find(({ personId }) => personId === cash.personId) ?? null,
    earlier: earlier.find(({ personId }) => personId === cash.personId) ?? null,
  });
  const known = report.people.filter(({ personId }) => personId !== null);
  // Cash that was counted stays on the list, also if all of it was moved to another day since.
  const counted = closes.filter(({ personId: id }) => id !== null && !known.some(({ personId }) => personId === id));
  const others = counted.map(({ personId, personName: name }) => ({
    personId,
    name,
    receivedPaise: 0,
    refundedPaise: 0,
  }));
  return { all: withClose(allCash(report)), people: [...known, ...others].map((cash) => withClose(cash)) };
}

const allCash = ({ received, refunded }: CashReport): PersonCash => ({
  personId: null,
  name: null,
  receivedPaise: received.cash.paise,
  refundedPaise: refunded.cash.paise,
});

type Request = { by: Session; shopId: number; body: CashCloseBody; key: string | undefined; now?: Date };

/**
 * Stores the counted cash with the amount expected at that moment. Entries never change; a later entry corrects a count.
 * Repeating a request with the same key returns the stored close. Throws `edit_conflict` when another count was stored in the
 * meantime, `invalid_input` for a day to come, a person without cash on that day, and notes that are worth something else, and
 * `idempotency_conflict` for a key that was used for another close.
 */
export async function closeCash({ by, shopId, body, key, now }: Request): Promise<CashClose> {
  const report = await readCashReport({ by, shopId, day: body.day, ...(now && { now }) });
  if (body.day > report.today) throw invalidField('day', 'must not be after today');
  const { denominations: counted } = body;
  if (counted && toPaise(worthOf(counted)) !== toPaise(body.counted))
    throw invalidField('counted', `must be ${worthOf(counted)}, what the notes and coins are worth`);
  const person = report.people.find(({ personId }) => personId === body.person_id);
  const cash = body.person_id === null ? allCash(report) : person;
  if (!cash) throw invalidField('person_id', 'must be somebody who took or paid out cash on that day');
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([shopId, body]))
    .digest('base64url');
  return inTransaction((client) => storeClose(client, { by, shopId, body, key, cash, bodyHash }));
}

type Store = Omit<Request, 'now'> & { cash: PersonCash; bodyHash: string };

async function storeClose(client: PoolClient, { by, shopId, body, key, cash, bodyHash }: Store): Promise<CashClose> {
  // Serialized, so that a repeated request finds the first one's result.
  await run(LOCK_DAY, { shopId, day: body.day }, client);
  const repeated =
    key === undefined ? undefined : await CloseRow.query(client).findOne({ actorId: by.actorId, requestKey: key });
  if (repeated && repeated.bodyHash !== bodyHash)
    throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used for another request.');
  if (repeated) return readClose(client, repeated.id);

  const latest = await one(LATEST_ENTRY, { shopId, day: body.day, personId: body.person_id }, client);
  if (body.entry !== (latest?.entry ?? 0) + 1)
    throw new DomainError('edit_conflict', 'This cash was counted in the meantime. Please review it.', {
      entry: latest?.entry ?? 0,
    });
  const amounts = {
    openingPaise: toPaise(body.opening),
    paidOutPaise: toPaise(body.paid_out),
    receivedPaise: cash.receivedPaise,
    refundedPaise: cash.refundedPaise,
  };
  const stored = await one(
    STORE,
    {
      ...amounts,
      shopId,
      day: body.day,
      personId: body.person_id,
      entry: body.entry,
      countedPaise: toPaise(body.counted),
      denominations: body.denominations ? JSON.stringify(body.denominations) : null,
      note: body.note ?? null,
      actorId: by.actorId,
      key: key ?? null,
      bodyHash,
    },
    client,
  );
  if (!stored) throw new Error('The close was not stored');
  const expected = expectedPaise(amounts);
  const after = {
    expected_total: toRupees(expected),
    counted_total: body.counted,
    difference_total: toRupees(toPaise(body.counted) - expected),
  };
  const subject = body.person_id === null ? body.day : `${body.day} · ${cash.name ?? 'Operator'}`;
  await recordActivity(client, { shopId, actorId: by.actorId, action: 'cash.counted', subject, after });
  return readClose(client, stored.id);
}

async function readClose(client: PoolClient, id: number): Promise<CashClose> {
  const close = await one(READ_CLOSE, { id }, client);
  if (!close) throw new Error(`Close ${id} is gone`);
  return close;
}

const LOCK_DAY = sql<{ shopId: number; day: string }>(
  `SELECT pg_advisory_xact_lock(hashtextextended('cash-close ' || :shopId::bigint || ' ' || :day::text, 0))`,
);

const LATEST_ENTRY = sql<{ shopId: number; day: string; personId: number | null }, { entry: number | null }>(
  `SELECT max(entry) AS entry FROM cash_closes
   WHERE shop_id = :shopId AND day = :day::date AND person_id IS NOT DISTINCT FROM :personId::bigint`,
);

type NewClose = Omit<CashClose, 'id' | 'by' | 'at'> & {
  shopId: number;
  denominations: string | null;
  actorId: number;
  key: string | null;
  bodyHash: string;
};

const STORE = sql<NewClose, { id: number }>(
  `INSERT INTO cash_closes (shop_id, day, person_id, entry, opening_paise, paid_out_paise, received_paise, refunded_paise,
     counted_paise, denominations, note, actor_id, request_key, body_hash)
   VALUES (:shopId, :day::date, :personId, :entry, :openingPaise, :paidOutPaise, :receivedPaise, :refundedPaise,
     :countedPaise, :denominations::jsonb, :note, :actorId, :key, :bodyHash)
   RETURNING id`,
);

const COLUMNS = `c.id, to_char(c.day, 'YYYY-MM-DD') AS day, c.person_id, c.entry, c.opening_paise, c.paid_out_paise,
  c.received_paise, c.refunded_paise, c.counted_paise, c.note, c.at, ${nameForShop('c.shop_id')} AS by`;

const READ_CLOSE = sql<{ id: number }, CashClose>(
  `SELECT ${COLUMNS} FROM cash_closes c LEFT JOIN users u ON u.id = c.actor_id WHERE c.id = :id`,
);

const LATEST_CLOSES = sql<{ shopId: number; day: string }, CashClose & { personName: string | null }>(
  `SELECT DISTINCT ON (c.person_id) ${COLUMNS},
     (SELECT ${nameForShop('c.shop_id')} FROM users u WHERE u.id = c.person_id) AS person_name
   FROM cash_closes c LEFT JOIN users u ON u.id = c.actor_id
   WHERE c.shop_id = :shopId AND c.day = :day::date
   ORDER BY c.person_id, c.entry DESC`,
);

const EARLIER_COUNTS = sql<{ shopId: number; day: string }, EarlierCount & { personId: number | null }>(
  `SELECT DISTINCT ON (person_id) person_id, to_char(day, 'YYYY-MM-DD') AS day, counted_paise FROM cash_closes
   WHERE shop_id = :shopId AND day < :day::date AND day >= :day::date - 7
   ORDER BY person_id, cash_closes.day DESC, entry DESC`,
);
