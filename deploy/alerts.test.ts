import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { expect, it } from 'vitest';
import { findPromtool } from '../tests/setup/promtool.ts';

const text = readFileSync(join(import.meta.dirname, 'alerts.yml'), 'utf8');
const rules = (parse(text) as { groups: { rules: { alert: string }[] }[] }).groups.flatMap((group) => group.rules);

/** Series by their name and their values each minute, as promtool writes them: `0+1x30` counts from 0 to 30. */
type Series = Record<string, string>;

const WORKER_UP = { 'up{job="haat-worker",instance="w1"}': '1x60' };

/** For each alert, series with which it fires after an hour, and similar ones with which it does not. */
const CASES: Record<string, { fires: Series; quiet: Series }> = {
  HaatDown: {
    fires: { 'up{job="haat-api",instance="a1"}': '1x50 0x10' },
    quiet: { 'up{job="haat-api",instance="a1"}': '1x60', 'up{job="node",instance="n1"}': '0x60' },
  },
  HaatNoWorker: { fires: { 'up{job="haat-worker",instance="w1"}': '1x50 0x10' }, quiet: WORKER_UP },
  HaatStoreUnreachable: {
    fires: { 'haat_metrics_source_up{source="queues"}': '0x60' },
    quiet: { 'haat_metrics_source_up{source="queues"}': '1x60' },
  },
  HaatNoStandby: { fires: { haat_database_standbys: '0x60' }, quiet: { haat_database_standbys: '1x60' } },
  HaatPrimaryChanged: { fires: { haat_database_timeline: '3x55 4x5' }, quiet: { haat_database_timeline: '4x60' } },
  HaatOutboxStuck: {
    fires: { haat_outbox_oldest_seconds: '0x55 61+60x5' },
    quiet: { haat_outbox_oldest_seconds: '59x60' },
  },
  HaatQueueLate: {
    fires: { 'haat_queue_oldest_waiting_seconds{queue="mail"}': '0x55 61+60x5' },
    quiet: { 'haat_queue_oldest_waiting_seconds{queue="imports"}': '600x60' },
  },
  HaatQueueStuck: {
    fires: { 'haat_queue_stuck{instance="w1"}': '0x55 1 0x4' },
    quiet: { 'haat_queue_stuck{instance="w1"}': '0x40 1 0x19' },
  },
  HaatNoLoginCodes: {
    fires: {
      'haat_job_seconds_count{job="send-otp-email",outcome="failed",instance="w1"}': '0x54 5+5x6',
      'haat_job_seconds_count{job="send-otp-email",outcome="done",instance="w1"}': '0+3x54 162x6',
    },
    quiet: {
      'haat_job_seconds_count{job="send-otp-email",outcome="failed",instance="w1"}': '0x54 5+5x6',
      'haat_job_seconds_count{job="send-otp-email",outcome="done",instance="w1"}': '0+3x60',
    },
  },
  HaatJobsFailed: {
    fires: { 'haat_queue_jobs{queue="push",state="failed"}': '2x55 3x5' },
    quiet: { 'haat_queue_jobs{queue="push",state="failed"}': '3x60' },
  },
  HaatItemsFailed: {
    fires: { 'haat_failed_items{processor="expire-orders"}': '1x60' },
    quiet: { 'haat_failed_items{processor="expire-orders"}': '1x56 0x4' },
  },
  HaatErrors: {
    fires: {
      'haat_http_request_seconds_count{status="5xx"}': '0+2x60',
      'haat_http_request_seconds_count{status="2xx"}': '0+98x60',
    },
    quiet: {
      'haat_http_request_seconds_count{status="5xx"}': '0+1x60',
      'haat_http_request_seconds_count{status="2xx"}': '0+999x60',
    },
  },
  HaatSlow: {
    fires: {
      'haat_http_request_seconds_bucket{le="1"}': '0+90x60',
      'haat_http_request_seconds_bucket{le="2.5"}': '0+100x60',
      'haat_http_request_seconds_bucket{le="+Inf"}': '0+100x60',
    },
    quiet: {
      'haat_http_request_seconds_bucket{le="1"}': '0+100x60',
      'haat_http_request_seconds_bucket{le="+Inf"}': '0+100x60',
    },
  },
  HaatPoolExhausted: {
    fires: { 'haat_db_pool_connections{state="waiting",instance="a1"}': '6x60' },
    quiet: { 'haat_db_pool_connections{state="waiting",instance="a1"}': '5x60' },
  },
  HaatEventLoopLag: {
    fires: { 'nodejs_eventloop_lag_p99_seconds{instance="a1"}': '0.3x60' },
    quiet: { 'nodejs_eventloop_lag_p99_seconds{instance="a1"}': '0.2x60' },
  },
  HaatEventLoopBlocked: {
    fires: { 'nodejs_eventloop_lag_max_seconds{instance="a1"}': '0.1x59 1.5' },
    quiet: { 'nodejs_eventloop_lag_max_seconds{instance="a1"}': '0.9x60' },
  },
  HaatBusUnsteady: {
    fires: { 'haat_bus_reconnects_total{instance="a1"}': '0x50 0+1x10' },
    quiet: { 'haat_bus_reconnects_total{instance="a1"}': '0x58 2x2' },
  },
  HaatLimitsFallBack: {
    fires: { 'haat_limit_fallbacks_total{instance="a1"}': '0+5x60' },
    quiet: { 'haat_limit_fallbacks_total{instance="a1"}': '50x60' },
  },
  HaatReplicaLags: {
    fires: { 'haat_replica_lag_seconds{instance="a1"}': '31x60' },
    quiet: { 'haat_replica_lag_seconds{instance="a1"}': '29x60' },
  },
  HaatMoneyWithoutOrder: {
    fires: { haat_payments_money_without_order: '1x60' },
    quiet: { haat_payments_money_without_order: '0x60' },
  },
  HaatOrderWithoutMoney: {
    fires: { haat_payments_order_without_money: '1x60' },
    quiet: { haat_payments_order_without_money: '0x60' },
  },
  HaatRefundsFailed: {
    fires: { haat_payments_refunds_failed: '1x60' },
    quiet: { haat_payments_refunds_failed: '0x60' },
  },
  HaatReservationsOverdue: {
    fires: { haat_payments_reservations_overdue: '1x60' },
    quiet: { haat_payments_reservations_overdue: '0x60' },
  },
  HaatWebhooksWaiting: {
    fires: { haat_payments_events_waiting: '1x60' },
    quiet: { haat_payments_events_waiting: '1x52 0x8' },
  },
  HaatAccountsAttacked: {
    fires: { 'haat_security_events_total{event="guess_limit"}': '0+2x60' },
    quiet: { 'haat_security_events_total{event="new_device"}': '0+9x60' },
  },
  HaatPaymentsUnknown: {
    fires: { haat_payments_events_unknown: '1x60' },
    quiet: { haat_payments_events_unknown: '0x60' },
  },
  HaatNoOrders: {
    // The programs that count orders now have started after the last one.
    fires: {
      'haat_orders_placed_total{payment="cod",instance="old"}': '0+2x20',
      'haat_orders_placed_total{payment="cod",instance="new"}': '_x31 0x29',
    },
    quiet: { 'haat_orders_placed_total{payment="cod",instance="old"}': '0+1x60' },
  },
};

it('every alert has a case', () => {
  expect(Object.keys(CASES).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

const promtool = findPromtool();

it.skipIf(!promtool)(
  'alerts fire when they should, and not otherwise',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'haat-alerts-'));
    // A test of a whole week takes minutes.
    const rulesFile = join(folder, 'alerts.yml');
    writeFileSync(rulesFile, text.replaceAll('offset 1w', 'offset 30m'));
    const tests = (['fires', 'quiet'] as const).map((kind) => ({
      interval: '1m',
      input_series: Object.entries({
        ...WORKER_UP,
        ...Object.assign({}, ...Object.values(CASES).map((series) => series[kind])),
      }).map(([series, values]) => ({ series, values })),
      promql_expr_test: [
        {
          expr: 'max by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: '60m',
          exp_samples:
            kind === 'fires' ? rules.map(({ alert }) => ({ labels: `{alertname="${alert}"}`, value: 1 })) : [],
        },
      ],
    }));
    const file = join(folder, 'cases.yml');
    writeFileSync(file, stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }));
    const { status, stdout, stderr } = spawnSync(promtool!, ['test', 'rules', file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  },
  60_000,
);
