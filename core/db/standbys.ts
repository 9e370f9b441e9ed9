export type Standbys = {
  /** False on a standby, which only answers reads. */
  isPrimary: boolean;
  /** Whether commits wait for a standby. */
  isSynchronous: boolean;
  /** How many standbys confirm commits; null when this user may not know: GRANT pg_monitor. */
  confirming: number | null;
  /** Counts the failovers of this database; null on a standby. */
  timeline: number | null;
};

/** Counts the failovers of a primary. Fails on a standby. */
export const PRIMARY_TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`;

/**
 * The timeline that a standby receives; NULL for one that streams from nowhere. Who may not see it (GRANT pg_monitor) gets that of the
 * last restart point, which follows a failover within minutes.
 */
export const FOLLOWED_TIMELINE = `(
  SELECT coalesce(received_tli, greatest(saved.timeline_id, recovery.min_recovery_end_timeline))
  FROM pg_stat_wal_receiver, pg_control_checkpoint() saved, pg_control_recovery() recovery WHERE pid IS NOT NULL)`;

/** Returns `Standbys`: how the database is replicated, as the server of this connection has it. */
export const READ_STANDBYS = `
  SELECT NOT pg_is_in_recovery() AS "isPrimary", current_setting('synchronous_standby_names') <> '' AS "isSynchronous",
    CASE WHEN pg_has_role('pg_read_all_stats', 'USAGE') THEN
      (SELECT count(*)::int FROM pg_stat_replication WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum'))
    END AS confirming,
    CASE WHEN NOT pg_is_in_recovery() THEN ${PRIMARY_TIMELINE} END AS timeline`;
