import { DatabaseError } from 'pg';
import { DomainError } from '../../errors.ts';

/** Does what sets an import of a shop going. Throws `import_conflict` while another one is under way. */
export async function oneAtATime<Result>(start: () => Promise<Result>): Promise<Result> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof DatabaseError && error.constraint === 'imports_one_at_a_time')) throw error;
    throw new DomainError('import_conflict', 'Another import of this shop is under way. Wait for it, or cancel it.');
  }
}
