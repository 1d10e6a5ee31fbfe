"""The quick tier, for use while working: `python -m pytest -m quick -n 2`, a minute or two.

It has MAX_CASES cases of every test function but those listed here, which take more than 0.4
seconds of CPU time. A new test is in it until it is slow enough to stand here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")
TESTS = Path(__file__).parent
MAX_CASES = 3  # of one parametrised function

# Folders and files without a test in the tier: clients, comparisons with Mesa, and random ones.
LEFT_OUT = (
    "clients",
    "drivers",
    "gl/draw/test_draws_between.py",
    "gl/test_errors.py",
    "ir/test_random_older_vertex.py",
    "pipeline/primitives/test_random_geometry.py",
    "pipeline/draws/test_primitives_alike.py",
)
# file: the functions in it that are left out.
SLOW = {
    "asm/test_disassemble.py": "test_every_word_comes_back test_random_programs",
    "asm/test_fuzz.py": "test_every_truncation test_mutations test_random_text",
    "asm/tgsi/test_flow.py": "test_results",
    "asm/tgsi/test_fuzz.py": "test_every_truncation test_mutations",
    "asm/tgsi/test_refused.py": "test_too_many",
    "asm/tgsi/test_write.py": (
        "test_a_text_is_its_own_text test_every_shader test_random_branches test_random_programs "
        "test_what_needs_more_than_one_instruction"
    ),
    "asm/tgsi/test_write_geometry.py": "test_random_programs",
    "asm/tgsi/test_write_older.py": "test_random_programs",
    "bench/test_command.py": "test_every_frame test_growth test_processes test_stages",
    "bench/test_frames.py": "test_pictures",
    "bench/test_stages.py": "test_chains",
    "capi/test_egl_contexts.py": "test_attributes",
    "capi/test_egl_current.py": "test_what_is_destroyed_lives_while_it_is_current",
    "capi/test_egl_random.py": "test_random_calls",
    "capi/test_egl_threads.py": "test_a_thread_that_ends_gives_back_its_context",
    "capi/test_libraries.py": "test_other_libraries_in_the_process_are_refused",
    "capi/test_shapes.py": "test_vertices_and_attributes_arrive",
    "capi/test_threads.py": (
        "test_a_process_ends_quietly_with_live_contexts test_threads_of_c_have_a_context_each"
    ),
    "check/test_rules.py": "test_the_programs_that_come_with_softgl",
    "debug/captures/test_capture.py": (
        "test_random_calls test_scenes test_the_script_in_a_process_of_its_own"
    ),
    "debug/captures/test_checks.py": (
        "test_changed_files test_lines_that_are_no_calls "
        "test_zips_that_unpack_to_more_than_they_say"
    ),
    "debug/captures/test_random_calls.py": "test_random_calls",
    "debug/captures/test_restore.py": "test_a_later_frame_of_scenes",
    "debug/captures/test_restore_planes.py": (
        "test_a_window_that_nothing_is_drawn_to test_multisample_textures "
        "test_renderbuffers_of_every_format"
    ),
    "debug/captures/test_values.py": "test_each_kind_by_itself test_every_kind_of_argument",
    "debug/frames/test_commands.py": "test_wrong_words",
    "debug/frames/test_faults.py": "test_a_fault_is_found",
    "debug/history/test_history.py": (
        "test_the_history_of_a_scene_ends_with_its_picture "
        "test_the_last_values_are_those_of_the_event_over_random_states "
        "test_wrong_usage_has_the_usage_a_reason_and_the_status_2"
    ),
    "debug/page/test_command.py": "test_it_serves_this_computer_until_it_is_interrupted",
    "debug/page/test_page.py": "test_keys test_the_state_and_what_differs",
    "debug/pictures/test_pictures.py": "test_the_cost_of_loops_depends_on_the_fragment",
    "debug/test_random_tools.py": "test_tools_answer_in_any_state",
    "debug/test_watching.py": "test_frames_of_scenes_have_the_same_bytes_watched",
    "debug/tracing/test_trace.py": (
        "test_a_list_that_is_called_again test_a_pixel_of_a_layer "
        "test_pixels_of_scenes_have_the_traced_bits test_random_programs_leave_the_traced_results "
        "test_traces_of_any_mixture_have_the_bits_of_the_picture"
    ),
    "gl/api/test_kinds.py": "test_no_patterns_of_names_decide_what_commands_are",
    "gl/api/test_stubs.py": "test_it_has_every_public_name",
    "gl/draw/test_batch.py": (
        "test_batching_is_not_visible test_few_fragment_states_are_drawn_one_by_one "
        "test_fragment_states_in_tasks_of_any_size test_modes_become_lists "
        "test_the_collector_of_circles_has_nothing_to_look_at "
        "test_threads_share_the_tiles_of_all_fragment_states"
    ),
    "gl/draw/test_batch_bitmaps.py": "test_batching_is_not_visible",
    "gl/draw/test_batch_short_path.py": "test_the_short_path_is_not_seen",
    "gl/draw/test_batch_textures.py": "test_batching_is_not_visible",
    "gl/draw/test_bitmaps.py": (
        "test_a_position_that_arithmetic_has_put_just_below_a_pixel_is_that_pixel"
    ),
    "gl/draw/test_blit.py": "test_blits_between_floats_and_fixed_point",
    "gl/draw/test_draws_together.py": (
        "test_instances test_pieces_of_a_large_draw test_pieces_with_two_polygon_modes "
        "test_primitive_restart test_several_ranges"
    ),
    "gl/draw/test_expected_kernels.py": "test_what_is_expected_is_asked_for",
    "gl/draw/test_fixed_fragments.py": (
        "test_machines_draw_the_same_bits test_small_draws_that_wait"
    ),
    "gl/draw/test_geometry_draws.py": "test_primitives_that_pass_through",
    "gl/draw/test_geometry_feedback.py": (
        "test_long_draws test_what_programs_emit test_what_programs_take"
    ),
    "gl/draw/test_layered_draws.py": (
        "test_machines_agree test_many_layers test_random_draws test_tests_of_each_layer"
    ),
    "gl/draw/test_long_draws.py": "test_threads_make_pieces_of_any_shapes",
    "gl/draw/test_long_geometry_draws.py": "test_memory_is_bounded",
    "gl/draw/test_meshes.py": (
        "test_clipped_vertices_without_room test_meshes_in_any_look test_modes_without_indices "
        "test_parts_are_clipped test_parts_of_any_length test_small_triangles_go_together "
        "test_the_rest_goes_as_usual"
    ),
    "gl/draw/test_nv_fragment_programs.py": (
        "test_every_texture_coordinate_set_arrives test_float_buffers_keep_packed_numbers"
    ),
    "gl/draw/test_plan.py": "test_a_draw_whose_state_did_not_change_derives_nothing",
    "gl/draw/test_random_fragments.py": "test_random_state test_the_cases_exercise_everything",
    "gl/draw/test_random_geometry_draws.py": "test_against_the_interpreter test_machines_agree",
    "gl/draw/test_reading_what_is_written.py": (
        "test_a_thread_that_writes_to_indices test_random_draws"
    ),
    "gl/draw/test_sampling_what_is_drawn_to.py": (
        "test_a_draw_sees_none_of_its_own_fragments test_all_of_a_command_is_one_draw "
        "test_levels_of_one_texture"
    ),
    "gl/explain/test_explain.py": (
        "test_it_is_asked_for test_pictures_stay_the_same_and_counts_add_up"
    ),
    "gl/fixed/test_texture_functions.py": "test_combiners",
    "gl/fragments/test_fragment_tests.py": "test_errors",
    "gl/fragments/test_multisample.py": (
        "test_all_machines_agree test_centroid test_coverage_that_is_changed "
        "test_the_sample_mask_leaves_samples test_without_multisampling"
    ),
    "gl/fragments/test_srgb.py": "test_what_is_stored_survives_blending_with_nothing",
    "gl/framebuffers/test_clears_of_tiles.py": (
        "test_no_command_sees_what_is_not_cleared_yet test_random_frames"
    ),
    "gl/framebuffers/test_integer_buffers.py": "test_random_states_compiled",
    "gl/framebuffers/test_multisample.py": "test_kernels_resolve_as_the_host_does",
    "gl/lists/test_lists.py": (
        "test_attributes_before_the_first_that_a_list_sets_are_current test_errors "
        "test_random_lists"
    ),
    "gl/pixels/test_read_pixels.py": "test_modes",
    "gl/primitives/test_clip_control.py": (
        "test_an_upper_left_origin_negates_y test_depths_from_zero_on "
        "test_the_near_plane_cuts_where_z_is_zero"
    ),
    "gl/primitives/test_shapes.py": "test_new_vertices_of_attributes_without_perspective",
    "gl/programs/test_program_state.py": "test_programs_show_them",
    "gl/programs/test_texture_instructions.py": (
        "test_comparisons test_lookups test_textures_that_are_not_complete"
    ),
    "gl/programs/test_tgsi.py": "test_lookups test_programs_mix_with_those_of_other_languages",
    "gl/programs/test_tgsi_semantics.py": "test_cull_distances test_point_coordinates",
    "gl/programs/test_tgsi_texts.py": (
        "test_back_colors_that_nothing_writes test_every_shader test_random_programs"
    ),
    "gl/programs/test_transform_feedback.py": "test_modes_that_are_refused",
    "gl/queries/test_attribute_stacks.py": "test_the_tables_say_what_saves_each_value",
    "gl/selection/test_selection.py": "test_random_draws",
    "gl/test_addresses.py": "test_in_guarded_memory",
    "gl/test_context.py": "test_a_context_does_not_keep_the_one_before",
    "gl/test_memory.py": "test_no_memory_for_a_window",
    "gl/test_pointers.py": (
        "test_memory_is_read_as_an_array_is test_results_are_written_whole_or_not_at_all"
    ),
    "gl/test_refused.py": "test_enums_that_are_none test_not_between_begin_and_end",
    "gl/test_shared_contexts.py": (
        "test_a_context_that_is_gone_leaves_its_objects "
        "test_a_context_that_is_left_alone_is_as_if_it_had_never_shared test_random_steps "
        "test_threads"
    ),
    "gl/test_unchanged.py": (
        "test_commands_work_or_change_nothing test_the_snapshot_sees_changes "
        "test_wrong_arguments_are_refused_and_change_nothing"
    ),
    "gl/textures/test_depth_textures.py": "test_comparison",
    "gl/textures/test_integer_textures.py": "test_images test_lookups",
    "gl/textures/test_multisample_textures.py": "test_every_sample_is_that_of_a_renderbuffer",
    "gl/textures/test_target_commands.py": "test_borders",
    "gl/textures/test_texture_formats.py": "test_every_format_is_drawn_to test_samples",
    "gl/textures/test_textures.py": "test_initial_parameters",
    "gl/vertices/test_families.py": "test_members test_native_functions_are_as_those_of_python",
    "gl/vertices/test_integer_attributes.py": "test_errors test_primitive_numbers",
    "gl/vertices/test_vertex_array_objects.py": "test_errors",
    "glu/test_arrangement.py": "test_random_contours",
    "glu/test_strings.py": "test_nothing_of_pyopengl_is_imported",
    "glut/test_shapes.py": "test_every_solid_and_wire_is_there_and_wrong_ones_are_refused",
    "golden/test_languages.py": (
        "test_half_precision_differs_a_little "
        "test_languages_with_the_same_arithmetic_draw_the_same "
        "test_tgsi_and_its_twin_change_places"
    ),
    "golden/test_plugin.py": (
        "test_a_new_project test_every_image_is_judged_and_named test_names_that_workers_share "
        "test_unused_references"
    ),
    "golden/test_scenes.py": (
        "test_machines_draw_the_same_bits test_samples_smooth_edges_and_change_nothing_else "
        "test_scene_is_its_reference_image"
    ),
    "golden/test_testing_docs.py": "test_the_first_golden_test",
    "ir/test_blocks.py": "test_deep_chains_of_calls",
    "ir/test_condition_codes.py": "test_comparisons_after_a_subtraction",
    "ir/test_cost.py": (
        "test_the_budget_is_the_number_of_instructions test_the_cost_grows_with_the_program_only "
        "test_the_slower_paths_have_the_same_bits"
    ),
    "ir/test_flow.py": (
        "test_counts test_loops_of_a_recursive_subroutine "
        "test_rounds_that_change_nothing_are_skipped_by_eager_alone"
    ),
    "ir/test_older_fragment.py": (
        "test_a_loop_repeats_255_times_at_most test_blocks_of_callers_count_against_the_limits "
        "test_steps_are_limited"
    ),
    "ir/test_older_vertex.py": "test_a_state_program_reads_what_it_wrote test_rules",
    "ir/test_random_older_fragment.py": "test_against_the_interpreter test_disassembly",
    "ir/test_random_programs.py": "test_against_the_interpreter test_machines_agree",
    "ir/test_random_tgsi.py": (
        "test_against_the_interpreter test_compiled test_the_programs_use_every_instruction"
    ),
    "ir/test_reads.py": "test_what_is_not_read_may_be_anything",
    "ir/test_rounded_once.py": "test_sums_of_products",
    "ir/test_validate.py": "test_every_program_here_is_valid",
    "isa/test_fragment_special_cases.py": "test_precisions test_special_cases",
    "isa/test_special_cases.py": "test_special_cases",
    "isa/test_sums.py": "test_random_operands",
    "isa/test_vectors.py": "test_machines_agree test_vectors",
    "lanes/test_chains.py": (
        "test_threads_finish_each_part_once_in_order test_what_is_given_lives_as_long_as_the_chain"
    ),
    "lanes/test_machines.py": "test_compiling_leaves_nothing_behind test_llvm_equals_eager",
    "lanes/test_naming.py": "test_processes_agree test_values_that_differ_have_different_digests",
    "lanes/test_ranges.py": "test_each_range_once",
    "lanes/test_target.py": "test_kernels",
    "models/test_fuzz.py": "test_damaged_files_end_in_the_documented_errors",
    "models/test_gltf.py": (
        "test_a_chain_of_nodes_is_followed_to_its_end test_twenty_thousand_nodes_are_placed_at_once"
    ),
    "models/test_physical.py": "test_normal_maps_turn_what_is_lit test_own_light_and_occlusion",
    "pipeline/fragments/test_fragment_tests.py": (
        "test_alpha_functions test_logic_operations test_order test_stencil_functions "
        "test_stencil_operations"
    ),
    "pipeline/fragments/test_samplers.py": "test_comparisons",
    "pipeline/fragments/test_smooth.py": (
        "test_lines test_points test_stippled_lines test_triangles"
    ),
    "pipeline/images/test_surfaces.py": "test_one_plane_is_moved_as_it_is",
    "pipeline/planes/test_planes.py": "test_machines_agree test_machines_agree_on_depths",
    "pipeline/planes/test_samples.py": (
        "test_depths_are_those_of_the_samples test_lines test_many_small_triangles test_points "
        "test_what_covers_tiles_and_hides"
    ),
    "pipeline/primitives/test_clip.py": (
        "test_positions_of_any_scale test_random_positions_crash_nothing_and_machines_agree "
        "test_what_is_left"
    ),
    "pipeline/primitives/test_lines.py": (
        "test_coverage_is_exact test_every_direction_from_every_place test_harmless_coordinates"
    ),
    "pipeline/primitives/test_points.py": "test_sprites",
    "pipeline/support/test_arena.py": "test_parts_of_any_size",
    "pipeline/support/test_threads.py": "test_a_forked_process_draws",
    "pipeline/tiles/test_eager_loops.py": (
        "test_bins test_packed_triangles test_pictures_are_those_of_llvm"
    ),
    "pipeline/tiles/test_hierarchical_z.py": "test_it_is_not_drawn",
    "pipeline/tiles/test_raster.py": (
        "test_blending test_color_mask test_coverage_is_exact test_culling test_depth_functions "
        "test_machines_agree_on_a_crowded_picture"
    ),
    "pipeline/tiles/test_tiles.py": "test_planes_of_an_odd_number_of_blocks",
    "pipeline/vertices/test_fetch.py": (
        "test_nothing_is_read_beyond_the_memory test_the_kernel_reads_any_layout"
    ),
    "pixels/test_conversion.py": "test_round_trip",
    "pyopengl/test_platform.py": (
        "test_errors_are_recorded_where_pyopengl_does_not_check_them "
        "test_hits_and_what_is_fed_back_are_parsed_by_pyopengl "
        "test_what_comes_too_late_is_refused"
    ),
    "running/test_c_libraries.py": "test_functions_in_c_draw_to_windows",
    "running/test_pygame.py": "test_programs_that_show_few_frames",
    "running/test_pyglet.py": "test_frames_events_and_time test_programs_with_a_loop_of_their_own",
    "running/test_window_systems.py": "test_egl_and_osmesa_work_for_pyopengl",
    "test_blank.py": "test_looking_at_a_scene_leaves_its_context",
    "commands/test_documents.py": "test_the_site_has_no_dead_links",
    "commands/test_cli.py": (
        "test_a_model_file_is_shown_in_a_material test_a_model_is_seen_from_where_one_wants "
        "test_a_picture_goes_to_the_standard_output "
        "test_frames_of_several_processes_have_the_same_bytes test_the_module_runs_as_a_command"
    ),
    "test_clib.py": "test_libraries_in_this_process",
    "test_collector.py": "test_a_command_of_softgl_never_looks_at_what_stays",
    "test_determinism.py": (
        "test_every_level_of_this_cpu test_every_width_and_thread_count test_from_the_disk "
        "test_programs_that_only_tgsi_has test_textures_at_every_width "
        "test_the_same_programs_as_texts_of_tgsi test_vectors_of_two_registers"
    ),
    "test_docs.py": "test_python_examples_run",
    "test_dump.py": "test_every_stage_of_every_shader",
    "test_hostmath.py": "test_sine_and_cosine_agree_with_the_c_library",
    "test_kernel_cache.py": (
        "test_a_damaged_file_is_not_used test_targets_do_not_share_kernels "
        "test_ten_processes_at_once test_what_others_can_write_is_not_run"
    ),
    "test_models.py": (
        "test_a_model_with_many_images_keeps_them_apart "
        "test_blended_meshes_are_drawn_over_the_others "
        "test_chrome_is_chrome_whatever_the_file_says_but_for_its_holes "
        "test_one_sided_materials_are_culled_from_behind test_points_and_lines_are_read"
    ),
    "test_package.py": "test_modules_are_there_without_being_imported_and_importing_is_cheap",
    "test_sequences.py": "test_frames_are_those_of_the_animation",
    "test_structure.py": "test_host_mathematics_is_exact",
    "test_surroundings.py": "test_lamps_are_where_the_program_has_them",
    "test_termination.py": "test_a_signal_unwinds_the_process",
    "test_tiers.py": "test_every_module_has_quick_tests",
    "test_workers.py": (
        "test_a_cluster_draws_the_same_bytes_and_survives_its_workers "
        "test_a_worker_that_ends_is_replaced test_what_a_scene_raises_in_a_worker_says_where "
        "test_workers_end_with_the_process_that_started_them"
    ),
    "texture/test_anisotropy.py": "test_the_same_bits",
    "texture/test_fetch.py": "test_offset_moves_by_whole_texels",
    "texture/test_image.py": "test_a_large_odd_image_does_not_overflow",
    "texture/test_queries.py": "test_texels_across_the_edges_of_a_cube_map",
    "texture/test_sampling.py": (
        "test_any_coordinate_is_harmless test_machines_agree_bit_for_bit "
        "test_what_follows_a_row_is_not_seen"
    ),
    "translate/assembly/test_opcodes.py": (
        "test_exactly_to_arb test_to_arb test_to_nv4 test_to_tgsi"
    ),
    "translate/assembly/test_programs.py": (
        "test_a_text_of_the_target_is_its_own_text test_compiled test_every_shader "
        "test_random_flow test_random_programs"
    ),
    "translate/glsl/test_programs.py": (
        "test_every_opcode_exactly test_every_opcode_to_be_read "
        "test_every_shader_compiles_and_gives_the_same test_random_programs"
    ),
    "translate/glsl/test_tidy.py": "test_a_program",
    "translate/glsl/test_versions.py": "test_texts_have_what_their_version_has",
    "translate/interfaces/test_describe.py": "test_every_semantic_of_tgsi",
}


@cache
def is_quick(path: Path, function: str) -> bool:
    """True if a test function of a file belongs to the tier."""
    name = path.relative_to(TESTS).as_posix()
    if name.startswith(LEFT_OUT):
        return False
    return function not in SLOW.get(name, "").split()


def quick_cases(cases: Sequence[T]) -> list[T]:
    """Returns the cases of a test function that the tier has: MAX_CASES of them, evenly spread."""
    last = len(cases) - 1
    if last < MAX_CASES:
        return list(cases)
    return [cases[last * n // (MAX_CASES - 1)] for n in range(MAX_CASES)]
