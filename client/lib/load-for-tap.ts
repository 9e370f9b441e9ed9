import { type Chunk, isServerThere, loadChunk } from './load-chunk.ts';

/** Loads code that a tap needs. Reloads the page when that fails although the server answers; rejects with ChunkLoadError. */
export async function loadForTap<Module>(chunk: Chunk<Module>): Promise<Module> {
  try {
    return await loadChunk(chunk);
  } catch (error) {
    if (await isServerThere()) location.reload();
    throw error;
  }
}
