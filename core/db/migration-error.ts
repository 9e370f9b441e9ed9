/** Why a database cannot be migrated, and what to do about it. Its stack says nothing more. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}
